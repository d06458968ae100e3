// What Kris-kras adds to the drawing and to a position.

import type { BoardProps } from "../../board-kit/contract";
import type { BoardExtra, ViewExtra } from "./protocol";

export type KriskrasProps = BoardProps<BoardExtra, ViewExtra>;
