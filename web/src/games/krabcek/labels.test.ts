import { describe, expect, it } from "vitest";
import { t } from "../../i18n/i18n.svelte";
import type { Hand, KrabcekView } from "./extra";
import { meetings, standing } from "./labels";

const choice = (move: string, ...picks: string[]) => ({ move, picks, path: [] });
const CHOICES = [
  choice("V01+H00", "V01", "H00", "button:combine"),
  choice("H00<>V01", "V01", "H00", "button:switch"),
  choice("G7<>H00", "G7", "H00"),
  choice("M@G7+H00", "hand:0:M", "H00"),
  choice("T01r-V01", "T01r", "V01"),
];
const VIEW = { pieces: { H00: [0, "bigboy"] }, extra: { gates: {} } } as unknown as KrabcekView;
const HANDS: Hand[] = [];
const name = (kind: string) => ({ key: `krabcek.piece.${kind}`, values: {} });

describe("what becomes of the piece that is picked next", () => {
  it("depends on the piece that was picked before", () => {
    expect(meetings("H00", CHOICES, ["hand:0:M"])).toEqual(["krabcek.combine"]);
    expect(meetings("H00", CHOICES, ["G7"])).toEqual(["krabcek.switch"]);
    expect(meetings("H00", CHOICES, ["V01"])).toEqual(["krabcek.combine", "krabcek.switch"]);
  });

  it("is nothing where nobody is met, or nothing is picked", () => {
    expect(meetings("V01", CHOICES, ["T01r"])).toEqual([]);
    expect(meetings("H00", CHOICES, [])).toEqual([]);
  });

  it("is said after the piece", () => {
    const said = standing("H00", VIEW, HANDS, (kind) => [kind], meetings("H00", CHOICES, ["G7"]));
    expect(said.split(", ").slice(1)).toEqual([t("krabcek.switch")]);
  });
});

it("says what a stack is made of, the top first", () => {
  const view = { pieces: { H00: [1, "big_stack"] }, extra: { gates: {} } } as unknown as KrabcekView;
  const said = standing("H00", view, HANDS, () => ["middleman", "bigboy"], []);
  const names = { upper: name("middleman"), lower: name("bigboy") };
  expect(said.split(", ").slice(1)).toEqual([t("krabcek.stack", names)]);
});
