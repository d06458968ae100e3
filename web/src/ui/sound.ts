// Short wooden sounds, synthesised: a tap for a piece, a rattle for dice, two notes for a turn and for the end.

import { sound } from "./prefs.svelte";

let context: AudioContext | null = null;

function tone(frequency: number, at: number, length: number, loudness: number, type: OscillatorType): void {
  if (context === null) return;
  const start = context.currentTime + at;
  const voice = context.createOscillator();
  const volume = context.createGain();
  voice.type = type;
  voice.frequency.value = frequency;
  volume.gain.setValueAtTime(loudness, start);
  volume.gain.exponentialRampToValueAtTime(0.0001, start + length);
  voice.connect(volume).connect(context.destination);
  voice.start(start);
  voice.stop(start + length);
}

/**
 * For what a player does on a page with a board, while it is being done: some browsers (Safari) let a page sound only
 * from then on, and silence it again when it was out of sight.
 */
export function wake(): void {
  if (!sound() || typeof AudioContext === "undefined") return;
  context ??= new AudioContext();
  if (context.state === "suspended" || context.state === "interrupted") void context.resume();
}

export function play(what: "tap" | "take" | "dice" | "end" | "call"): void {
  // nothing sounds before the player has done something on this page
  if (!sound() || typeof AudioContext === "undefined" || navigator.userActivation?.hasBeenActive === false) return;
  context ??= new AudioContext();
  if (what === "tap") tone(220, 0, 0.07, 0.15, "triangle");
  if (what === "take") [180, 120].forEach((frequency, index) => tone(frequency, index * 0.06, 0.1, 0.18, "triangle"));
  if (what === "dice") [0, 0.07, 0.13, 0.22].forEach((at) => tone(300 + at * 900, at, 0.04, 0.1, "square"));
  if (what === "call") [523, 659].forEach((frequency, index) => tone(frequency, index * 0.14, 0.3, 0.14, "sine"));
  if (what === "end") [392, 523].forEach((frequency, index) => tone(frequency, index * 0.18, 0.4, 0.12, "sine"));
}
