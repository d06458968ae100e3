// Whose gates are: also of those that have just been chosen, before the position that follows is shown.

import type { GateInfo, KrabcekView } from "./extra";

/**
 * A position with the gates that were chosen since: the throw that decides who begins is shown first, and what has been
 * told is to be seen on the board. `actions` are those that have been told; the seats choose for the sides.
 */
export function withChosenGates(view: KrabcekView, actions: readonly { seat: number; text: string }[]): KrabcekView {
  if (view.phase !== "gates") return view;
  const gates: Record<string, GateInfo> = { ...view.extra.gates };
  const isFree = (gate: string): boolean => gates[gate]?.owner === null;
  const give = (gate: string, owner: number): void => {
    const info = gates[gate];
    if (info && isFree(gate)) gates[gate] = { ...info, owner };
  };
  for (const { seat, text } of actions) if (text.startsWith("gate ")) give(`G${text.slice(5)}`, seat);
  const last = Object.keys(gates).filter(isFree);
  if (last.length === 1) give(last[0] ?? "", 0); // nobody is asked: it is Black's
  const free = Object.values(gates).filter(({ owner }) => owner === null);
  const marks = {
    ...view.marks,
    exits: free.flatMap(({ exits }) => exits),
    streets: free.flatMap(({ streets }) => streets),
  };
  return { ...view, marks, extra: { ...view.extra, gates } };
}
