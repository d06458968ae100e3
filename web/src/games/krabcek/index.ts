import type { GameManifest } from "../manifest";
import Emblem from "./Emblem.svelte";
import LotPiece from "./LotPiece.svelte";
import rulesAnchors from "./rulesAnchors.json";
import en from "./text.en.json";
import nl from "./text.nl.json";

export const manifest: GameManifest = {
  order: 1,
  accent: "#b4561a",
  Emblem,
  loadBoard: () => import("./Board.svelte"),
  loadChance: () => import("./chance"),
  loadMoveIcon: () => import("./MoveIcon.svelte"),
  texts: { en, nl },
  rulesAnchors,
  rulesAnchorsOfMoves: [
    [/^[SMB]@/, "enter"],
    [/<>/, "switch"],
    [/\^/, "fly"],
    [/^[THVG]\w+[-+]/, "walk"],
  ],
  LotPiece,
  sideMarks: [
    { colour: "#26211c", shape: "diamond" },
    { colour: "#fdf9ef", shape: "round" },
  ],
};
