// How strong the computer plays: five strengths, weakest first.

export const STRENGTHS = ["child", "family", "friend", "club", "master"];

/** The bots that can be given a seat; other ones only where the server has no strengths. */
export function offered(players: readonly string[]): string[] {
  const known = STRENGTHS.filter((strength) => players.includes(strength));
  return known.length > 0 ? known : [...players];
}

/** The bot that is proposed. */
export function usual(players: readonly string[]): string {
  const strengths = offered(players);
  return strengths.includes("family") ? "family" : (strengths.at(-1) ?? "simple");
}
