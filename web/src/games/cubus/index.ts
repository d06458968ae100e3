import { t } from "../../i18n/i18n.svelte";
import type { GameManifest } from "../manifest";
import { readBuild } from "./build";
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
  texts: { en, nl },
  rulesAnchors,
  buttonMoves: [
    [/^--$/, "button:pass"],
    [/^no$/, "button:no"],
    [/^knock:\d+$/, "button:knock"],
    [/^knock:\d+\?$/, "button:giveup"],
  ],
  moveLabel(move, cellName) {
    const build = readBuild(move);
    if (build !== null) return t("cubus.hint.build", { n: build.boxes });
    const taken = /^take (\S+)$/.exec(move)?.[1];
    return taken === undefined ? null : cellName(taken);
  },
  MovePicture,
  RulesFigure,
  chanceDraws: true,
  sideMarks: [],
  phasesForAll: ["knock", "show", "leftovers", "demolish"],
  phasesWithoutHint: ["knock"],
};
