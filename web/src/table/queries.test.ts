import { describe, expect, it } from "vitest";
import type { View } from "../board-kit/contract";
import { choicesOf, runQuery } from "./queries";

function view(choices: string[][], either: string[] = []): View {
  const listed = choices.map(([move = "", ...picks]) => ({ move, picks, path: [], either: either.includes(move) }));
  return { choices: listed } as unknown as View;
}

describe("the choices of a position", () => {
  it("are moves with their picks", () => {
    expect(choicesOf(view([["b2-e5", "b2", "e5"]]))).toMatchObject([{ move: "b2-e5", picks: ["b2", "e5"], path: [] }]);
  });

  it("can be picked in either order where the server says so", () => {
    const choices = choicesOf(view([["H11<>V12", "H11", "V12"]], ["H11<>V12"]));
    expect(choices.map(({ picks }) => picks.join(" "))).toEqual(["H11 V12", "V12 H11"]);
  });

  it("never have two moves for the same picks", () => {
    const both = choicesOf(view([["a<>b", "a", "b"], ["b-a", "b", "a"]], ["a<>b"])); // prettier-ignore
    expect(both.map(({ move }) => move)).toEqual(["a<>b", "b-a"]);
  });
});

describe("a query", () => {
  it("becomes a message about the position that is shown", async () => {
    const sent: unknown[] = [];
    const ask = async (message: unknown): Promise<unknown> => sent.push(message);
    await runQuery(ask, "table", 3, "route", { move: "b2-e5" });
    await runQuery(ask, "table", null, "draft", { tiles: [["L", 0, 1]] });
    expect(sent).toEqual([
      { say: "query", name: "route", args: { move: "b2-e5" }, actions: 3 },
      { say: "query", name: "draft", args: { tiles: [["L", 0, 1]] }, actions: null },
    ]);
  });
});
