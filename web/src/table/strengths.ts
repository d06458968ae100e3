// How strong the computer plays: five strengths, weakest first.

export const STRENGTHS = ["child", "family", "friend", "club", "master"];

/** The bots that can be given a seat; other ones only where the server has no strengths. */
export function offered(players: readonly string[]): string[] {
  const known = STRENGTHS.filter((strength) => players.includes(strength));
  return known.length > 0 ? known : [...players];
}

/** The bot that is proposed: the one played against last, if it is still there. */
export function usual(players: readonly string[], last = ""): string {
  const strengths = offered(players);
  if (strengths.includes(last)) return last;
  return strengths.includes("family") ? "family" : (strengths.at(-1) ?? "simple");
}
