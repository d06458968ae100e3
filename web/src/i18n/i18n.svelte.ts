// The texts that people read, in Dutch and English: those of the server and those of the pages.

import en from "./en.json";
import nl from "./nl.json";
import type { Phrase, Value } from "../net/types";

export type Lang = "nl" | "en";
type Template = string | { one: string; other: string };
export type Texts = Record<string, Template>;

/** Who sits in a seat, for whoever reads a sentence about them. */
export interface Person {
  name: string;
  /** The reader: spoken to, and the name is "you". */
  you: boolean;
  /** The name among others, if that is another word: "jij" in "Bram en jij". */
  stressed?: string;
}
/** Who sits in a seat; null: the side is named. */
export type People = (seat: number) => Person | null;

const own: Record<Lang, Texts> = { nl: { ...nl }, en: { ...en } };
const fromServer = $state<Record<Lang, Texts>>({ nl: {}, en: {} });

/** Add the texts of a game to those of the pages. */
export function addTexts(texts: Record<Lang, Texts>): void {
  Object.assign(own.nl, texts.nl);
  Object.assign(own.en, texts.en);
}

/** Where the server's texts come from, and where the chosen language is kept. */
export interface TextSource {
  fetch: (lang: Lang) => Promise<Texts>;
  kept: (name: string) => string | null;
  keep: (name: string, text: string) => void;
}

let source: TextSource | null = null;

function browserLanguage(): Lang {
  return navigator.languages.some((language) => language.toLowerCase().startsWith("nl")) ? "nl" : "en";
}

const now = $state<{ lang: Lang; people: People }>({ lang: browserLanguage(), people: () => null });

/** Who sits at the table that is shown: phrases then name them instead of their sides. */
export function setPeople(people: People): void {
  now.people = people;
}

export function lang(): Lang {
  return now.lang;
}

export async function setLang(lang: Lang): Promise<void> {
  now.lang = lang;
  source?.keep("lang", lang);
  document.documentElement.lang = lang;
  await loadTexts();
}

/** Begin with the language that was chosen before, or the browser's. */
export async function startTexts(from: TextSource): Promise<void> {
  source = from;
  const kept = from.kept("lang");
  if (kept === "nl" || kept === "en") now.lang = kept;
  await loadTexts();
}

async function loadTexts(): Promise<void> {
  document.documentElement.lang = now.lang;
  const wanted = now.lang;
  if (source !== null && Object.keys(fromServer[wanted]).length === 0) fromServer[wanted] = await source.fetch(wanted);
}

/** A phrase of the server, said in the language of the page. */
export function say(phrase: Phrase | null | undefined): string {
  if (!phrase) return "";
  if ("seat" in phrase.values) return capital(said(phrase).text);
  const template = fromServer[now.lang][phrase.key] ?? phrase.key;
  const sentence = fill(template, phrase.values);
  // what would have a small letter within a sentence begins with a capital
  const first = /^\{(\w+)/.exec(chosenForm(template, phrase.values))?.[1];
  const value = first === undefined ? undefined : firstOf(phrase.values[first]);
  return typeof value === "object" ? capital(sentence) : sentence;
}

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The same in short, without saying who: a title, or a line in a list. */
export function sayShort(phrase: Phrase): string {
  return say(hasShort(phrase) ? { ...phrase, key: `${phrase.key}.short` } : phrase);
}

export function hasShort(phrase: Phrase): boolean {
  return `${phrase.key}.short` in fromServer[now.lang];
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
  // Python's format: {name} is a value, {{ and }} are braces; of two forms after a colon the second is for the reader
  return chosenForm(template, values).replace(
    /\{\{|\}\}|\{(\w+)(?::([^|}]*)\|([^}]*))?\}/g,
    (braces, name: string | undefined, ofOthers?: string, ofYou?: string) => {
      if (name === undefined) return braces[0] ?? "";
      const { text, you } = said(values[name]);
      const form = you ? ofYou : ofOthers;
      return form === undefined ? text : form.replaceAll("@", text);
    },
  );
}

/** Whether this is a person or a number of things; squares, scores and such have commas alone. */
function isEnumerated(value: Value): boolean {
  return typeof value === "object" && "values" in value && ("seat" in value.values || "n" in value.values);
}

/** In a row, as a sentence names them: "Anna, Bram and you", "2 left sides and 1 lid". */
export function enumerated(names: readonly string[]): string {
  const last = names.at(-1) ?? "";
  return names.length < 2 ? last : `${names.slice(0, -1).join(", ")} ${t("list.and")} ${last}`;
}

function chosenForm(template: Template, values: Record<string, Value>): string {
  return typeof template === "string" ? template : template[values["n"] === 1 ? "one" : "other"];
}

function firstOf(value: Value | undefined): Value | undefined {
  return Array.isArray(value) ? firstOf(value[0]) : value;
}

interface Said {
  text: string;
  you: boolean;
}

function said(value: Value | undefined, alone = true): Said {
  if (value === undefined) return { text: "", you: false };
  if (Array.isArray(value)) {
    const parts = value.map((item) => said(item, value.length === 1));
    const texts = parts.map((part) => part.text);
    const text = value.every(isEnumerated) ? enumerated(texts) : texts.join(", ");
    return { text, you: parts.length === 1 && parts[0]?.you === true };
  }
  if (typeof value !== "object") return { text: String(value), you: false };
  const seat = value.values["seat"];
  const person = typeof seat === "number" ? now.people(seat) : null;
  if (person !== null) return { text: (alone ? null : person.stressed) ?? person.name, you: person.you };
  return { text: fill(fromServer[now.lang][value.key] ?? value.key, value.values), you: false };
}
