// What Krabcek adds to the drawing and to a position.

import type { Board, BoardProps, View } from "../../board-kit/contract";
import type { BoardExtra, ViewExtra } from "./protocol";

export type { BoardExtra, GateInfo, Tile, ViewExtra } from "./protocol";

/** How many pieces of each kind are in a hand, by the letter of the kind. */
export type Hand = ViewExtra["hands"][number];

export type KrabcekBoard = Board<BoardExtra>;
export type KrabcekView = View<ViewExtra>;
export type KrabcekProps = BoardProps<BoardExtra, ViewExtra>;
