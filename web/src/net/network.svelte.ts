// Where other devices reach this server. At a loopback address nobody else does, until it is opened to the home network.

import { site } from "./site";
import { closeToNetwork, fetchNetworkAccess, openToNetwork, type NetworkAccess } from "./api";

/** Whether this page was opened at an address that only this computer has. */
export const atLoopback = site === null && ["localhost", "127.0.0.1", "[::1]"].includes(location.hostname);

const now = $state<{ access: NetworkAccess | null; address: string }>({ access: null, address: "" });

export function network(): NetworkAccess | null {
  return now.access;
}

/** Ask the server again: an address may have changed. */
export async function loadNetwork(): Promise<void> {
  if (atLoopback) show(await fetchNetworkAccess().catch(() => null));
}

export async function openNetwork(): Promise<void> {
  show(await openToNetwork());
}

export async function closeNetwork(): Promise<void> {
  show(await closeToNetwork());
}

/** Of several addresses the one that other devices are to use. */
export function chooseAddress(address: string): void {
  now.address = address;
}

export function chosenAddress(): string {
  return now.address;
}

/** What a link for another device begins with; null where none would work there. */
export function sharedOrigin(): string | null {
  if (!atLoopback) return location.origin;
  return now.address && now.access ? `http://${now.address}:${now.access.port}` : null;
}

function show(access: NetworkAccess | null): void {
  now.access = access;
  if (!access?.addresses.includes(now.address)) now.address = access?.addresses[0] ?? "";
}
