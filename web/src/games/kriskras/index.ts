import type { GameManifest } from "../manifest";
import Emblem from "./Emblem.svelte";
import rulesAnchors from "./rulesAnchors.json";
import en from "./text.en.json";
import nl from "./text.nl.json";

export const manifest: GameManifest = {
  order: 4,
  accent: "#3f6b2f",
  Emblem,
  loadBoard: () => import("./Board.svelte"),
  texts: { en, nl },
  rulesAnchors,
  rulesAnchorsOfMoves: [[/^--$/, "lapse"]],
  buttonMoves: [
    [/^--$/, "button:pass"],
    [/^throw$/, "button:throw"],
  ],
  moveLabel: (move, cellName) => (move.startsWith("=") ? `${cellName("button:trade")}: ${move.slice(1)}` : null),
  sideMarks: [
    { colour: "#fdf9ef", shape: "round" },
    { colour: "#26211c", shape: "square" },
  ],
};
