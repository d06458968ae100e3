// Geometry of the chart of a game: chances from 0 to 1 over its moves and throws.

export interface Frame {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** The point for the chance after this many actions. */
export function place(frame: Frame, count: number, actions: number, chance: number): [number, number] {
  const along = count > 1 ? actions / (count - 1) : 0;
  return [round(frame.left + along * frame.width), round(frame.top + (1 - chance) * frame.height)];
}

/** The SVG path of a curve. */
export function line(frame: Frame, curve: readonly number[]): string {
  return curve
    .map((chance, index) => `${index === 0 ? "M" : "L"}${place(frame, curve.length, index, chance).join(" ")}`)
    .join("");
}

/** The SVG path of the area under a curve. */
export function area(frame: Frame, curve: readonly number[]): string {
  const low = frame.top + frame.height;
  const end = place(frame, curve.length, curve.length - 1, 0)[0];
  return curve.length === 0 ? "" : `${line(frame, curve)}L${end} ${low}L${frame.left} ${low}Z`;
}

/** The number of actions nearest to a horizontal position. */
export function nearestAction(frame: Frame, count: number, x: number): number {
  const along = frame.width > 0 ? (x - frame.left) / frame.width : 0;
  return Math.round(Math.min(1, Math.max(0, along)) * Math.max(0, count - 1));
}

/** The chance of each player after this many actions; for two players there is one curve, that of the first. */
export function chancesAt(curves: readonly number[][], actions: number): number[] {
  const chances = curves.map((curve) => curve[Math.min(actions, curve.length - 1)] ?? 0.5);
  return chances.length === 1 ? [chances[0] ?? 0.5, 1 - (chances[0] ?? 0.5)] : chances;
}

/** Between 0 and 100; 0 and 100 only for what is certain. */
export function percent(chance: number): number {
  if (chance <= 0 || chance >= 1) return Math.round(chance * 100);
  return Math.min(99, Math.max(1, Math.round(chance * 100)));
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
