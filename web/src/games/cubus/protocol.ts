// Made from src/speelkist/games/cubus/extra.py. Do not edit it; renew it with
//   python -m tools.protocol_types

/**
 * What the game adds to the drawing and to a position.
 */
export interface Extra {
  board: BoardExtra;
  view: ViewExtra;
}
/**
 * What Cubus adds to the drawing.
 */
export interface BoardExtra {
  /**
   * one step along each axis of the picture
   *
   * @minItems 2
   * @maxItems 2
   */
  a: [number, number];
  /**
   * @minItems 2
   * @maxItems 2
   */
  b: [number, number];
  flip: Flip;
  /**
   * left, top, width, height of the picture
   *
   * @minItems 4
   * @maxItems 4
   */
  frame: [number, number, number, number];
  /**
   * the polygon of every kind of tile at (0, 0)
   */
  shapes: {
    [k: string]: [number, number][];
  };
}
/**
 * How a corner that stands out and one that stands in are laid: they fill the same hexagon.
 */
export interface Flip {
  in: ["L" | "O" | "R" | "T", number, number][];
  out: ["L" | "O" | "R" | "T", number, number][];
}
/**
 * What Cubus adds to a position.
 */
export interface ViewExtra {
  boxes: number;
  demolition_scores: number[] | null;
  /**
   * whether the player to move lays tiles
   */
  drafting: boolean;
  hands: TileCounts[];
  knocker: number | null;
  /**
   * seats that may knock, with the move that does it
   */
  may_knock: [number, string][];
  /**
   * open lids in the picture; with one nothing may be shifted
   */
  open: [number, number][];
  passer: number | null;
  pile: string;
  round: number;
  shown: ShownBuild[];
  stock: TileCounts;
  /**
   * the picture
   */
  tiles: ["L" | "O" | "R" | "T", number, number][];
  turn: number | null;
}
/**
 * Tiles by kind.
 */
export interface TileCounts {
  L: number;
  /**
   * noqa: E741  (the letter of the notation)
   */
  O: number;
  R: number;
  T: number;
}
/**
 * What a player would build with the tiles that are left.
 */
export interface ShownBuild {
  build: string;
  player: number;
  points: number;
  /**
   * none if they build nothing
   */
  tiles: ["L" | "O" | "R" | "T", number, number][] | null;
}
