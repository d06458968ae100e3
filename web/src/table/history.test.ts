import { expect, test } from "vitest";
import type { OwnTable } from "../net/api";
import { withoutTable } from "./history";
import type { PlayedGame } from "./played";

const played = (table: string, players: string[], more: object = {}): PlayedGame => ({
  table,
  game: "any",
  at: 7,
  players,
  winners: [1],
  ...more,
});
const sides = (): string[] => ["red", "blue"];

test("games whose tables are gone are listed, the newest first; those that are there, or were taken off, are not", () => {
  const kept = ["a", "b", "c", "d"].map((id) => played(id, ["me", "?"], id === "c" ? { unlisted: true } : {}));
  expect(withoutTable(kept, [{ table: "a" } as OwnTable], sides).map(({ table }) => table)).toEqual(["d", "b"]);
});

test("they tell who played whom as the server does", () => {
  const [alone, together] = withoutTable(
    [played("t", ["name:Anna", "name:Bram"]), played("a", ["bot:child", "me"])],
    [],
    sides,
  );
  expect([alone?.players, alone?.yours, alone?.names]).toEqual([["child", "person"], [1], ["", ""]]);
  expect([together?.players, together?.yours, together?.names]).toEqual([
    ["person", "person"],
    [0, 1],
    ["Anna", "Bram"],
  ]);
  expect(together?.sides).toEqual(["red", "blue"]);
});
