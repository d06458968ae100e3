import { expect, test } from "vitest";
import { eveningScore, ME, statistics, type PlayedGame } from "./played";

const HOUR = 3_600_000;
let count = 0;

function played(players: string[], winners: number[], at: number, game = "a"): PlayedGame {
  return { table: `t${count++}`, game, at, players, winners };
}

test("the score of an evening counts the same people on either side", () => {
  const last = played(["name:Bram", ME], [0], 20 * HOUR);
  const kept = [
    played([ME, "name:Bram"], [1], 2 * HOUR), // this morning
    played([ME, "name:Bram"], [0], 18 * HOUR),
    played([ME, "name:Oma"], [1], 18 * HOUR),
    played(["name:Bram", ME], [], 19 * HOUR),
    played(["name:Bram", ME], [1], 19 * HOUR, "b"), // another game has a score of its own
    last,
  ];
  expect(eveningScore(kept, last)).toEqual({
    games: 3,
    draws: 1,
    wins: [
      { player: "name:Bram", seat: 0, won: 1 },
      { player: ME, seat: 1, won: 1 },
    ],
    bySide: false,
  });
});

test("one game is no score yet", () => {
  const first = played([ME, "bot:friend"], [0], HOUR);
  expect(eveningScore([first], first)).toBeNull();
});

test("at one screen players who cannot be told apart are counted by side", () => {
  for (const name of ["?", "name:Bram"]) {
    const games = [0, 1, 1].map((winner) => played([name, name], [winner], HOUR));
    const score = eveningScore(games, games[2] as PlayedGame);
    expect([score?.bySide, score?.wins.map(({ seat, won }) => [seat, won])]).toEqual([true, [[0, 1], [1, 2]]]); // prettier-ignore
  }
});

test("whoever plays against people without a name is counted beside all of them", () => {
  const games = [
    played([ME, "?", "?"], [2], HOUR),
    played(["?", ME, "?"], [1], HOUR),
    played(["?", "?", ME], [0], HOUR),
  ];
  const score = eveningScore(games, games[2] as PlayedGame);
  expect([score?.bySide, score?.wins.map(({ player, won }) => [player, won])]).toEqual([
    false,
    [
      ["?", 2],
      [ME, 1],
    ],
  ]);
});

test("statistics are by game and strength, of the games one played oneself", () => {
  const kept = [
    played([ME, "bot:friend"], [0], 1),
    played(["bot:friend", ME], [0], 2),
    played([ME, "bot:friend"], [], 3),
    played([ME, "name:Bram"], [0], 4),
    played(["name:Oma", "name:Opa"], [0], 5),
    played([ME, "bot:club"], [0], 6, "b"),
  ];
  expect(statistics(kept)).toEqual([
    { game: "a", against: "friend", played: 3, won: 1, drawn: 1 },
    { game: "a", against: "people", played: 1, won: 1, drawn: 0 },
    { game: "b", against: "club", played: 1, won: 1, drawn: 0 },
  ]);
});
