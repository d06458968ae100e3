import { evenly, partly, type CouldComeUp } from "../../board-kit/outcomes";

const TILES = ["+L", "+R", "+T", "+O"];

/** Who begins, and the tiles that are drawn; how many of each are left only the rules know. */
export const couldComeUp: CouldComeUp = (outcomes) =>
  evenly(
    outcomes,
    [...outcomes.keys()].map((player) => `first:${player}`),
  ) || partly(outcomes, TILES);
