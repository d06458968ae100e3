// Made from src/speelkist/games/kriskras/extra.py. Do not edit it; renew it with
//   python -m tools.protocol_types

/**
 * What the game adds to the drawing and to a position.
 */
export interface Extra {
  board: BoardExtra;
  view: ViewExtra;
}
/**
 * What Kris-kras adds to the drawing.
 */
export interface BoardExtra {
  files: string[];
  /**
   * so many turns without progress end the game
   */
  idle_limit: number;
  /**
   * where musketeers start
   */
  ornaments: string[];
  ranks: number[];
  /**
   * where soldiers start
   */
  stars: string[];
  /**
   * white's and black's own
   */
  zones: string[][];
}
/**
 * What Kris-kras adds to a position.
 */
export interface ViewExtra {
  home: Home;
  idle: number;
  /**
   * the musketeers that white and black have lost
   */
  lost: number[];
  /**
   * also while the dice fall; -1 before and after the game
   */
  turn: number;
}
/**
 * Who has come home, by side.
 */
export interface Home {
  musketeers: number[];
  soldiers: number[];
}
