import { expect, test } from "vitest";
import { decisive } from "../../table/gameEnd";
import { tableOf } from "../../testRender";

test("where nobody can build any more, the last build decided it and not the passes after it", () => {
  const acted = (key: string) => ({ seat: 0, text: key, story: [{ key: `cubus.say.${key}`, values: {} }] });
  const actions = ["build", "found", "pass", "pass"].map(acted);
  const over = (reason: string, of = actions) =>
    decisive(tableOf({ game: "cubus", ended: { winners: [0], reason }, result: null, actions: of }));
  expect(over("points")).toEqual(["The last build: cubus.say.found"]);
  expect(over("points", actions.slice(2))).toEqual([]);
  expect(over("demolition")).toEqual(["cubus.say.pass"]);
});
