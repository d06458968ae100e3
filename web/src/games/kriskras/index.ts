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
  loadChance: () => import("./chance"),
  loadMoveIcon: () => import("./MoveIcon.svelte"),
  texts: { en, nl },
  rulesAnchors,
  rulesAnchorsOfMoves: [
    [/^--$/, "lapse"],
    [/^(--|[a-q]\d+-[a-q]\d+)$/, "retreat"],
    [/^(end|=[a-q]\d+)$/, "stuck"],
  ],
  beforeThrow: [/^=/, /^-[a-q]/, /^throw$/],
  choicesAreComplete: true,
  buttonMoves: [/^--$/, /^throw$/, /^end$/],
  sideMarks: [
    { colour: "#fdf9ef", shape: "round" },
    { colour: "#26211c", shape: "square" },
  ],
};
