// Made from src/speelkist/games/knopf/extra.py. Do not edit it; renew it with
//   python -m tools.protocol_types

/**
 * What the game adds to the drawing and to a position.
 */
export interface Extra {
  board: BoardExtra;
  view: ViewExtra;
}
/**
 * What Kopf oder Knopf adds to the drawing.
 */
export interface BoardExtra {
  /**
   * ten rows of ten digits, rank 1 first
   */
  holes: string[];
}
/**
 * What Kopf oder Knopf adds to a position.
 */
export interface ViewExtra {
  /**
   * what stands of the groups that may still be fined, in that order
   */
  fines: string[][];
  groups: string[][][];
  /**
   * moves that bring three or more buttons of one side together
   */
  makes_group: string[];
  /**
   * turns without a taken button
   */
  quiet: number;
  /**
   * so many of them end the game
   */
  quiet_end: number;
  /**
   * how many buttons red and blue have taken
   */
  taken: number[];
  /**
   * what may still be taken, where that is chosen
   */
  takes: string[];
  /**
   * so many win
   */
  target: number;
  /**
   * those of red and those of blue
   */
  threats: ThreatData[][];
}
/**
 * A pair, the enemy button it threatens, how many squares beyond the pair that stands, and how far it reaches.
 */
export interface ThreatData {
  distance: number;
  /**
   * @minItems 2
   * @maxItems 2
   */
  pair: [string, string];
  reach: number;
  target: string;
}
