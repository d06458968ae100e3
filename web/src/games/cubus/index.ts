import type { GameManifest } from "../manifest";
import Emblem from "./Emblem.svelte";
import MovePicture from "./MovePicture.svelte";
import RulesFigure from "./RulesFigure.svelte";
import rulesAnchors from "./rulesAnchors.json";
import en from "./text.en.json";
import nl from "./text.nl.json";

export const manifest: GameManifest = {
  order: 3,
  accent: "#2f6b8a",
  Emblem,
  loadBoard: () => import("./Board.svelte"),
  loadChance: () => import("./chance"),
  loadMoveIcon: () => import("./MoveIcon.svelte"),
  texts: { en, nl },
  rulesAnchors,
  buttonMoves: [/^--$/, /^no$/, /^knock:\d+$/, /^knock:\d+\?$/],
  MovePicture,
  RulesFigure,
  chanceDraws: true,
  sideMarks: [],
  decidedBy: { points: ["cubus.say.build", "cubus.say.build_free", "cubus.say.found"] },
  tellsMoverFirst: ["cubus.say.build", "cubus.say.build_free"],
  tellsMover: ["cubus.say.knock", "cubus.say.found", "cubus.say.wrong"],
};
