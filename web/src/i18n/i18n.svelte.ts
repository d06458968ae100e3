// The texts that people read, in Dutch and English: those of the server and those of the pages.

import en from "./en.json";
import nl from "./nl.json";
import { fetchTexts } from "../net/api";
import type { Phrase, Value } from "../net/types";

export type Lang = "nl" | "en";
type Template = string | { one: string; other: string };
export type Texts = Record<string, Template>;

const own: Record<Lang, Texts> = { nl: { ...nl }, en: { ...en } };
const fromServer = $state<Record<Lang, Texts>>({ nl: {}, en: {} });

/** Add the texts of a game to those of the pages. */
export function addTexts(texts: Record<Lang, Texts>): void {
  Object.assign(own.nl, texts.nl);
  Object.assign(own.en, texts.en);
}

function firstLanguage(): Lang {
  const kept = localStorage.getItem("lang");
  if (kept === "nl" || kept === "en") return kept;
  return navigator.languages.some((language) => language.toLowerCase().startsWith("nl")) ? "nl" : "en";
}

const now = $state<{ lang: Lang }>({ lang: firstLanguage() });

export function lang(): Lang {
  return now.lang;
}

export async function setLang(lang: Lang): Promise<void> {
  now.lang = lang;
  localStorage.setItem("lang", lang);
  document.documentElement.lang = lang;
  await loadTexts();
}

export async function loadTexts(): Promise<void> {
  document.documentElement.lang = now.lang;
  const wanted = now.lang;
  if (Object.keys(fromServer[wanted]).length === 0) fromServer[wanted] = await fetchTexts(wanted);
}

/** A phrase of the server, said in the language of the page. */
export function say(phrase: Phrase | null | undefined): string {
  if (!phrase) return "";
  return fill(fromServer[now.lang][phrase.key] ?? phrase.key, phrase.values);
}

/** A phrase of the server without values, where there is one of that key. */
export function sayIfKnown(key: string): string | null {
  const template = fromServer[now.lang][key];
  return template === undefined ? null : fill(template, {});
}

/** Whether the page itself has such a phrase. */
export function has(key: string): boolean {
  return key in own[now.lang];
}

/** A phrase of the page itself. */
export function t(key: string, values: Record<string, Value> = {}): string {
  return fill(own[now.lang][key] ?? key, values);
}

export function fill(template: Template, values: Record<string, Value>): string {
  const text = typeof template === "string" ? template : template[values["n"] === 1 ? "one" : "other"];
  // Python's format: {name} is a value, {{ and }} are braces.
  return text.replace(/\{\{|\}\}|\{(\w+)\}/g, (braces, name: string | undefined) => {
    if (name === undefined) return braces[0] ?? "";
    return said(values[name]);
  });
}

function said(value: Value | undefined): string {
  if (value === undefined) return "";
  if (Array.isArray(value)) return value.map(said).join(", ");
  return typeof value === "object" ? say(value) : String(value);
}
