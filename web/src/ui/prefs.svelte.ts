// The preferences of this browser: theme, sound, name, reduced motion.

import { keepText, keptText } from "../storage/kept";

export type Theme = "auto" | "light" | "dark";

const prefs = $state({
  theme: (keptText("theme") as Theme | null) ?? "auto",
  sound: keptText("sound") !== "off",
  name: keptText("name") ?? "",
  pace: keptText("pace") ?? "read",
  notation: keptText("notation") === "on",
  strength: keptText("strength") ?? "",
  wordsMuted: keptText("words") === "off",
});

export function theme(): Theme {
  return prefs.theme;
}

export function setTheme(theme: Theme): void {
  prefs.theme = theme;
  keepText("theme", theme);
  showTheme();
}

export function showTheme(): void {
  if (prefs.theme === "auto") delete document.documentElement.dataset["theme"];
  else document.documentElement.dataset["theme"] = prefs.theme;
}

export function sound(): boolean {
  return prefs.sound;
}

export function setSound(on: boolean): void {
  prefs.sound = on;
  keepText("sound", on ? "on" : "off");
}

export function myName(): string {
  return prefs.name;
}

export function setMyName(name: string): void {
  prefs.name = name;
  keepText("name", name);
}

/** The names of those who last played together at this screen, by seat. */
export function namesHere(): string[] {
  try {
    const names: unknown = JSON.parse(keptText("names") ?? "[]");
    return Array.isArray(names) ? names.map(String) : [];
  } catch {
    return [];
  }
}

export function setNamesHere(names: readonly string[]): void {
  keepText("names", JSON.stringify(names));
}

/** Whether the moves of others follow each other at once, without time to read about each. */
export function quickPace(): boolean {
  return prefs.pace === "quick";
}

export function setQuickPace(on: boolean): void {
  prefs.pace = on ? "quick" : "read";
  keepText("pace", prefs.pace);
}

/** Whether moves are listed as records write them. */
export function notation(): boolean {
  return prefs.notation;
}

export function setNotation(on: boolean): void {
  prefs.notation = on;
  keepText("notation", on ? "on" : "off");
}

/** The strength that was played against last; empty if there is none yet. */
export function myStrength(): string {
  return prefs.strength;
}

export function setMyStrength(strength: string): void {
  prefs.strength = strength;
  keepText("strength", strength);
}

/** Whether words of the other players are neither shown nor read out. */
export function wordsMuted(): boolean {
  return prefs.wordsMuted;
}

export function setWordsMuted(muted: boolean): void {
  prefs.wordsMuted = muted;
  keepText("words", muted ? "off" : "on");
}
