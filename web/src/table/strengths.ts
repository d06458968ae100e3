// How strong the computer plays: five strengths, weakest first.

export const STRENGTHS = ["child", "family", "friend", "club", "master"];

/** What a chair can be given to; other programs only where the server has no strengths. */
export function offered(players: readonly string[]): string[] {
  const known = STRENGTHS.filter((one) => players.includes(one));
  return known.length > 0 ? known : [...players];
}

/** Who sits there unless somebody else is chosen. */
export function usual(players: readonly string[]): string {
  const found = offered(players);
  return found.includes("family") ? "family" : (found.at(-1) ?? "simple");
}
