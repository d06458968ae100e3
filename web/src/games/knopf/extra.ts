// What Kopf oder Knopf adds to the drawing and to a position.

import type { BoardProps, View } from "../../board-kit/contract";
import type { BoardExtra, ViewExtra } from "./protocol";

export type KnopfView = View<ViewExtra>;
export type KnopfProps = BoardProps<BoardExtra, ViewExtra>;
