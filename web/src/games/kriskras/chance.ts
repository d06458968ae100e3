import { evenly, type CouldComeUp } from "../../board-kit/outcomes";

const FACES = [1, 2, 3, 4, 5, 6];
const THROWS = FACES.flatMap((red) => FACES.map((green) => `r${red}g${green}`));

/** The lots for the first turn, and the red and the green die. */
export const couldComeUp: CouldComeUp = (outcomes) => evenly(outcomes, ["white", "black"]) || evenly(outcomes, THROWS);
