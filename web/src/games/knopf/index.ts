import type { GameManifest } from "../manifest";
import Emblem from "./Emblem.svelte";
import rulesAnchors from "./rulesAnchors.json";
import en from "./text.en.json";
import nl from "./text.nl.json";

export const manifest: GameManifest = {
  order: 2,
  accent: "#8d2230",
  Emblem,
  loadBoard: () => import("./Board.svelte"),
  loadMoveIcon: () => import("./MoveIcon.svelte"),
  texts: { en, nl },
  rulesAnchors,
  buttonMoves: [/^--$/, /^!-$/, /^x-$/],
  sideMarks: [
    { colour: "#c23b46", shape: "round" },
    { colour: "#3b6fb5", shape: "dashed" },
  ],
};
