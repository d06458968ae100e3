// What carries the messages of a connection: a WebSocket to the server, or a worker of this page.

import { openLocalTransport } from "./local/page";
import { isLocal } from "./site";

export interface Transport {
  send(text: string): void;
  close(): void;
}

export interface TransportEvents {
  onopen: () => void;
  /** One or more messages, a line each. */
  onmessage: (lines: string) => void;
  onclose: () => void;
}

/** table: lets a load balancer send all players of a table to the same process; may be empty. */
export function openTransport(table: string, events: TransportEvents): Transport {
  return isLocal(table) ? openLocalTransport(events) : openSocket(table, events);
}

function openSocket(table: string, events: TransportEvents): Transport {
  const scheme = location.protocol === "https:" ? "wss:" : "ws:";
  const query = table && `?table=${encodeURIComponent(table)}`;
  const socket = new WebSocket(`${scheme}//${location.host}/socket${query}`);
  socket.onopen = events.onopen;
  socket.onmessage = (event) => events.onmessage(event.data as string);
  socket.onclose = events.onclose;
  return socket;
}
