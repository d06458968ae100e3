import { expect, it } from "vitest";
import type { KrabcekView } from "./extra";
import { withChosenGates } from "./gates";

const OWNERS = [null, 1, 1, null, 0, 0, null, 0];

/** Three gates are left, and White chooses. */
function view(phase = "gates"): KrabcekView {
  const gates = OWNERS.map((owner, index) => [`G${index + 1}`, { owner, exits: [`T0${index}e`], streets: [] }]);
  const marks = { exits: ["T00e", "T03e", "T06e"], streets: [] };
  return { phase, marks, extra: { gates: Object.fromEntries(gates) as unknown } } as unknown as KrabcekView;
}
const owners = ({ extra }: KrabcekView) => Object.values(extra.gates).map(({ owner }) => owner);
const actions = [2, 7].map((gate) => ({ seat: 1, text: `gate ${gate}` }));

it("shows a gate as chosen as soon as that is told, and its exits as free no longer", () => {
  const shown = withChosenGates(view(), actions);
  expect(owners(shown)).toEqual([null, 1, 1, null, 0, 0, 1, 0]);
  expect(shown.marks["exits"]).toEqual(["T00e", "T03e"]);
});

it("gives Black the last gate with the seventh", () => {
  const shown = withChosenGates(view(), [...actions, { seat: 1, text: "gate 1" }]);
  expect(owners(shown)).toEqual([1, 1, 1, 0, 0, 0, 1, 0]);
  expect(shown.marks["exits"]).toEqual([]);
});

it("changes nothing in a position that has no gates to choose", () => {
  const over = view("first");
  expect(withChosenGates(over, actions)).toBe(over);
});
