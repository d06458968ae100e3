// What Cubus adds to the drawing and to a position.

import type { BoardProps, View } from "../../board-kit/contract";
import type { BoardExtra, ViewExtra } from "./protocol";

export type { BoardExtra, ShownBuild, ViewExtra } from "./protocol";

export type CubusView = View<ViewExtra>;
export type CubusProps = BoardProps<BoardExtra, ViewExtra>;
