// The preferences of this browser: theme, sound, name, reduced motion.

export type Theme = "auto" | "light" | "dark";

const prefs = $state({
  theme: (localStorage.getItem("theme") as Theme | null) ?? "auto",
  sound: localStorage.getItem("sound") === "on",
  name: localStorage.getItem("name") ?? "",
});

export function theme(): Theme {
  return prefs.theme;
}

export function setTheme(theme: Theme): void {
  prefs.theme = theme;
  localStorage.setItem("theme", theme);
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
  localStorage.setItem("sound", on ? "on" : "off");
}

export function myName(): string {
  return prefs.name;
}

export function setMyName(name: string): void {
  prefs.name = name;
  localStorage.setItem("name", name);
}

export function reducedMotion(): boolean {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}
