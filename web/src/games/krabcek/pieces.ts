// How wide and how high the pieces are drawn, in the board's units.

export interface Body {
  kind: string;
  radius: number;
  height: number;
  /** How high above the ground it stands. */
  lift: number;
}

const RADIUS: Record<string, number> = { skinnyboy: 4.9, middleman: 7.6, bigboy: 13.2 };
const HEIGHT: Record<string, number> = { skinnyboy: 20, middleman: 15, bigboy: 9 };

/** A circle on the ground, seen from where the players sit. */
export const FLAT = 0.44;

/** The bodies of a piece from the ground up; `of` names them from the top. */
export function bodies(of: readonly string[]): Body[] {
  let lift = 0;
  return [...of].reverse().map((kind) => {
    const body = { kind, radius: RADIUS[kind] ?? 8, height: HEIGHT[kind] ?? 12, lift };
    lift += body.height;
    return body;
  });
}

export function height(of: readonly string[]): number {
  return bodies(of).reduce((sum, body) => sum + body.height, 0);
}

export function radius(of: readonly string[]): number {
  return Math.max(...bodies(of).map((body) => body.radius));
}
