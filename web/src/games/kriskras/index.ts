import { t } from "../../i18n/i18n.svelte";
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
  rulesAnchorsOfMoves: [
    [/^--$/, "lapse"],
    [/^(--|[a-q]\d+-[a-q]\d+)$/, "retreat"],
    [/^(end|=[a-q]\d+)$/, "stuck"],
  ],
  buttonMoves: [
    [/^--$/, "button:pass"],
    [/^throw$/, "button:throw"],
    [/^end$/, "button:end"],
  ],
  moveLabel: (move, cellName) => {
    if (move.startsWith("=")) return `${cellName("button:trade")}: ${move.slice(1)}`;
    return /^-[a-q]/.test(move) ? t("kriskras.paid", { square: move.slice(1) }) : null;
  },
  sideMarks: [
    { colour: "#fdf9ef", shape: "round" },
    { colour: "#26211c", shape: "square" },
  ],
};
