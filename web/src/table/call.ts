// A player is called when it is their turn: by the title and the icon of the tab, by a sound, by a notification.

import { keepText, keptText } from "../storage/kept";
import { fileAt } from "../net/site";
import { play as playSound } from "../ui/sound";

const NOTIFY = "notify";

/** Whether the browser can show notifications here; over plain http it cannot. */
export function canNotify(): boolean {
  return "Notification" in globalThis && isSecureContext;
}

/** Whether the player can still be asked: neither the browser nor they have said no. */
export function mayAskToNotify(): boolean {
  return canNotify() && Notification.permission === "default" && keptText(NOTIFY) !== "no";
}

export async function askToNotify(): Promise<void> {
  await Notification.requestPermission();
}

export function neverNotify(): void {
  keepText(NOTIFY, "no");
}

/** The tab says whose turn it is. */
export function markTab(title: string, turn: boolean): void {
  document.title = title;
  document.querySelector('link[rel="icon"]')?.setAttribute("href", fileAt(turn ? "icon-turn.svg" : "icon.svg"));
}

/** It has just become somebody's turn. */
export async function call(title: string, body: string, tag: string): Promise<void> {
  playSound("call");
  if (!document.hidden || !canNotify() || Notification.permission !== "granted") return;
  const options = { body, tag, icon: fileAt("icon-turn.svg"), data: location.pathname };
  const worker = await navigator.serviceWorker?.getRegistration();
  if (worker) await worker.showNotification(title, options);
  else new Notification(title, options).onclick = () => focus();
}
