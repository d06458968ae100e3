// Made from src/speelkist/games/krabcek/extra.py. Do not edit it; renew it with
//   python -m tools.protocol_types

/**
 * What the game adds to the drawing and to a position.
 */
export interface Extra {
  board: BoardExtra;
  view: ViewExtra;
}
/**
 * What Krabcek adds to the drawing.
 */
export interface BoardExtra {
  kinds: {
    [k: string]: PieceKind;
  };
  /**
   * tiles still to be laid, by type
   */
  left: {
    [k: string]: number;
  };
  links: Link[];
  /**
   * where a piece stands
   */
  spots: {
    /**
     * @minItems 2
     * @maxItems 2
     */
    [k: string]: [number, number];
  };
  /**
   * how wide one is
   */
  tile: number;
  tiles: Tile[];
  /**
   * the places of the gates; one on an edge is drawn on both sides
   */
  vertices: {
    [k: string]: [number, number][];
  };
}
/**
 * What a kind of piece is.
 */
export interface PieceKind {
  /**
   * in the notation
   */
  letter: string;
  /**
   * what it is made of, the top first
   */
  of: string[];
  width: number;
}
/**
 * Two boxes that touch.
 */
export interface Link {
  /**
   * where their outlines touch
   *
   * @minItems 2
   * @maxItems 2
   */
  at: [number, number];
  /**
   * @minItems 2
   * @maxItems 2
   */
  cells: [string, string];
}
/**
 * A tile as it lies.
 */
export interface Tile {
  /**
   * its upper left corner
   *
   * @minItems 2
   * @maxItems 2
   */
  at: [number, number];
  id: string;
  /**
   * a corner that is orange; the other one is opposite
   */
  open: string;
  /**
   * turned clockwise so often
   */
  quarters: number;
  type: number;
}
/**
 * What Krabcek adds to a position.
 */
export interface ViewExtra {
  gates: {
    [k: string]: GateInfo;
  };
  /**
   * how many pieces of each kind, by the letter of the kind
   */
  hands: {
    [k: string]: number;
  }[];
  idle: number;
  /**
   * also while the die rolls
   */
  turn: number;
}
/**
 * A gate.
 */
export interface GateInfo {
  exits: string[];
  owner: number | null;
  /**
   * the exits that are Streets
   */
  streets: string[];
}
