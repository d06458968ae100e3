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
  texts: { en, nl },
  rulesAnchors,
  buttonMoves: [
    [/^--$/, "button:pass"],
    [/^!-$/, "button:let_be"],
    [/^x-$/, "button:enough"],
  ],
  sideMarks: [
    { colour: "#c23b46", shape: "round" },
    { colour: "#3b6fb5", shape: "dashed" },
  ],
  // the question names no side, and at one screen it must be clear who is asked
  promptAtOneScreen: (prompt, side) => `${side}: ${prompt.charAt(0).toLowerCase()}${prompt.slice(1)}`,
};
