// The connection of this page. It reconnects by itself, and requests made meanwhile are sent then.

import { openTransport, type Transport } from "./transport";
import { checkBuild } from "./parts.svelte";
import { PROTOCOL } from "./protocol";
import { browserKey, randomHex } from "./browserKey";
import type { RequestMessage, FromServer, Rejected as RejectedMessage, Accepted, Phrase } from "./types";

const FIRST_WAIT = 300;
const LONGEST_WAIT = 8000;

export class Rejected extends Error {
  constructor(readonly why: Phrase) {
    super(why.key);
  }
}

interface Asked {
  text: string;
  done: (answer: Accepted) => void;
  failed: (error: Error) => void;
  progress: (done: number, of: number) => void;
}

export type ConnectionState = "open" | "lost";

export class Connection {
  #transport: Transport | null = null;
  #ready = false;
  #wait = FIRST_WAIT;
  #asked = new Map<string, Asked>();
  #timer: ReturnType<typeof setTimeout> | null = null;
  #stopped = false;

  /** table: lets a load balancer send all players of a table to the same process; may be empty.
   *  onMessage: everything that is not an answer; onState: whether the connection stands;
   *  onReconnect: what to send first each time. */
  constructor(
    private readonly table: string,
    private readonly onMessage: (message: FromServer) => void,
    private readonly onState: (state: ConnectionState) => void,
    private readonly onReconnect: () => void,
  ) {
    addEventListener("online", this.#hurry);
    document.addEventListener("visibilitychange", this.#hurry);
    this.#open();
  }

  /** Send a request. It is sent again after a lost connection, under the same id: the server carries it out once. */
  ask(message: RequestMessage, progress: Asked["progress"] = () => undefined): Promise<Accepted> {
    const id = randomHex(8);
    const text = JSON.stringify({ ...message, id });
    return new Promise((done, failed) => {
      this.#asked.set(id, { text, done, failed, progress });
      if (this.#ready) this.#transport?.send(text);
    });
  }

  stop(): void {
    this.#stopped = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
    removeEventListener("online", this.#hurry);
    document.removeEventListener("visibilitychange", this.#hurry);
    this.#transport?.close();
  }

  #hurry = (): void => {
    if (this.#transport !== null || document.hidden || this.#stopped) return;
    this.#wait = FIRST_WAIT;
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#open();
  };

  #open(): void {
    const transport = openTransport(this.table, {
      onopen: () => transport.send(JSON.stringify({ say: "hello", protocol: PROTOCOL, key: browserKey() })),
      onmessage: (lines) => {
        for (const text of lines.split("\n")) this.#onMessage(JSON.parse(text) as FromServer);
      },
      onclose: () => {
        if (this.#transport !== transport) return;
        this.#transport = null;
        this.#ready = false;
        if (this.#stopped) return;
        this.onState("lost");
        this.#timer = setTimeout(() => this.#open(), this.#wait);
        this.#wait = Math.min(this.#wait * 2, LONGEST_WAIT);
      },
    });
    this.#transport = transport;
  }

  #onMessage(message: FromServer): void {
    if (message.say === "welcome") {
      this.#ready = true;
      this.#wait = FIRST_WAIT;
      const before = [...this.#asked.values()];
      this.onReconnect();
      for (const question of before) this.#transport?.send(question.text);
      this.onState("open");
      this.onMessage(message);
    } else if (message.say === "accepted" || message.say === "rejected") {
      this.#answered(message);
    } else if (message.say === "progress") {
      this.#asked.get(message.id)?.progress(message.done, message.of);
    } else {
      if (message.say === "closing" && message.after) this.#wait = message.after;
      this.onMessage(message);
    }
  }

  #answered(message: Accepted | RejectedMessage): void {
    const asked = this.#asked.get(message.id);
    if (!this.#ready) void checkBuild(); // it does not take our hello: it may speak otherwise by now
    if (asked === undefined) return;
    this.#asked.delete(message.id);
    if (message.say === "accepted") asked.done(message);
    else asked.failed(new Rejected(message.why));
  }
}
