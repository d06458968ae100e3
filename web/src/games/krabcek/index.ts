import type { GameManifest } from "../manifest";
import type { ViewExtra } from "./extra";
import Emblem from "./Emblem.svelte";
import rulesAnchors from "./rulesAnchors.json";
import en from "./text.en.json";
import nl from "./text.nl.json";

export const manifest: GameManifest = {
  order: 1,
  accent: "#b4561a",
  Emblem,
  loadBoard: () => import("./Board.svelte"),
  texts: { en, nl },
  rulesAnchors,
  rulesAnchorsOfMoves: [
    [/^[SMB]@/, "enter"],
    [/<>/, "switch"],
    [/\^/, "fly"],
    [/^[THVG]\w+[-+]/, "walk"],
  ],
  // a box that the picked piece cannot go to: out of the hand, through the player's own gate
  attemptedMove([start = "", box = ""], view) {
    const joins = view.pieces[box]?.[0] === view.player ? "+" : "-";
    const [where, , letter] = start.split(":");
    if (where !== "hand") return `${start}${joins}${box}`;
    const { gates } = view.extra as unknown as ViewExtra;
    const own = Object.keys(gates).find((gate) => gates[gate]?.owner === view.player);
    return box in gates ? `${letter}@${box}` : `${letter}@${own}${joins}${box}`;
  },
  sideMarks: [
    { colour: "#26211c", shape: "square" },
    { colour: "#fdf9ef", shape: "round" },
  ],
};
