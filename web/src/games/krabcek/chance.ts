import { evenly, partly, type CouldComeUp } from "../../board-kit/outcomes";

const FACES = [1, 2, 3, 4, 5, 6];
const FIRST = FACES.flatMap((black) => FACES.filter((white) => white !== black).map((white) => `b${black}w${white}`));
const TILES = [1, 2].flatMap((paths) => ["NE", "NW", "SE", "SW"].map((corner) => `${paths}-${corner}`));

/** The die, the two dice for the first turn, and the tiles of the maze, of which those that are left can come up. */
export const couldComeUp: CouldComeUp = (outcomes) =>
  evenly(outcomes, FACES.map(String)) || evenly(outcomes, FIRST) || partly(outcomes, TILES);
