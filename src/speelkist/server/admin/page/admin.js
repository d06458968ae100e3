"use strict";
// The page of whoever runs the server. Its token comes behind the # of its address, which no browser sends anywhere.

const TEXTS = {
  en: {
    tables: "Tables", networks: "Bans and limits", addresses: "Connected now", show: "Show", ban: "Ban", forget: "Take back",
    running: "running", idle: "idle", biggest: "biggest", busiest: "busiest", end: "End", archive: "Put away", reopen: "Open again",
    delete: "Delete", quota: "Limit", cancel: "Cancel", yes: "yes", no: "no", rate: "messages a second", table: "table", alias: "in the log", game: "game", status: "state", events: "events", last_hour: "last hour",
    watching: "watching", bytes: "size", at: "last event", network: "network", banned: "banned", sockets: "connections",
    tables_per_hour: "tables an hour", expires_at: "until", note: "note", address: "address", sure: "Are you sure?", none: "None.",
    from: "watched from", new_tables: "new tables", open: "in play", over: "over", archived: "put away",
    seats: "seats", find: "id, link or name in the log", failed: "The server does not answer.",
  },
  nl: {
    tables: "Tafels", networks: "Geweerd en begrensd", addresses: "Nu verbonden", show: "Toon", ban: "Weer", forget: "Neem terug",
    running: "bezig", idle: "stil", biggest: "grootste", busiest: "drukste", end: "Beëindig", archive: "Berg op", reopen: "Open weer",
    delete: "Wis", quota: "Begrens", cancel: "Annuleer", yes: "ja", no: "nee", rate: "berichten per seconde", table: "tafel", alias: "in het logboek", game: "spel", status: "staat", events: "gebeurd", last_hour: "laatste uur",
    watching: "kijkers", bytes: "grootte", at: "laatst", network: "netwerk", banned: "geweerd", sockets: "verbindingen",
    tables_per_hour: "tafels per uur", expires_at: "tot", note: "notitie", address: "adres", sure: "Weet je het zeker?", none: "Geen.",
    from: "bekeken vanaf", new_tables: "nieuwe tafels", open: "bezig", over: "afgelopen", archived: "opgeborgen",
    seats: "plaatsen", find: "id, link of naam in het logboek", failed: "De server antwoordt niet.",
  },
};
const language = navigator.language.startsWith("nl") ? "nl" : "en";
const text = (key) => TEXTS[language][key] ?? key;
const byId = (id) => document.getElementById(id);
let order = "running";

async function ask(request) {
  const headers = { Authorization: `Bearer ${location.hash.slice(1)}`, "Content-Type": "application/json" };
  const reply = await fetch("/api", { method: "POST", headers, body: JSON.stringify(request) });
  const data = await reply.json();
  if (!reply.ok) throw new Error(data.sentence);
  return data;
}

async function run(request) {
  byId("message").textContent = "";
  try {
    const answer = await ask(request);
    await refresh();
    if (request.do === "table") showDetails(answer);
  } catch (error) {
    byId("message").textContent = error instanceof TypeError ? text("failed") : error.message;
  }
}

function shown(name, value) {
  if (value === null || value === "") return "-";
  if (typeof value === "boolean") return text(value ? "yes" : "no");
  if (name === "status") return text(value);
  if (name === "bytes") return `${Math.ceil(value / 1000)} kB`;
  if (Array.isArray(value)) return value.join(", ") || "-";
  if (name === "at" || name === "expires_at") return new Date(value).toLocaleString(navigator.language, { dateStyle: "short", timeStyle: "short" });
  return String(value);
}

function button(label, action) {
  const made = document.createElement("button");
  made.textContent = label;
  made.addEventListener("click", action);
  return made;
}

/** Do something if the host means it. */
function confirmed(label, name, action) {
  const dialog = byId("sure");
  byId("question").textContent = `${label}: ${name}. ${text("sure")}`;
  const yes = button(label, () => (dialog.close(), action()));
  yes.className = "main";
  byId("answers").replaceChildren(yes, button(text("cancel"), () => dialog.close()));
  dialog.showModal();
}

/** A table of rows; `buttons` makes what can be done with each. On a phone each row is a card, and `data-name` its labels. */
function fill(id, rows, names, buttons) {
  const table = byId(id);
  const state = JSON.stringify(rows);
  if (table.dataset.state === state) return; // a button that is being pressed stays where it is, and the focus on it
  table.dataset.state = state;
  table.replaceChildren();
  const head = table.createTHead().insertRow();
  for (const name of names) head.append(Object.assign(document.createElement("th"), { textContent: text(name) }));
  const body = table.createTBody();
  for (const row of rows) {
    const line = body.insertRow();
    for (const name of names) {
      const cell = line.insertCell();
      cell.dataset.name = text(name);
      cell.append(Object.assign(document.createElement("bdi"), { textContent: shown(name, row[name]) }));
    }
    const last = line.insertCell();
    last.className = "actions";
    last.append(...buttons(row));
  }
  if (rows.length > 0) head.append(document.createElement("td"));
  else body.insertRow().insertCell().textContent = text("none");
}

function showDetails(table) {
  const names = ["table", "alias", "game", "status", "events", "bytes", "at", "seats", "from"];
  const values = { ...table, from: table.networks };
  byId("details").textContent = names.map((name) => `${text(name)}: ${shown(name, values[name])}`).join(" · ");
}

/** What can be done with a table, by its state. */
const ACTIONS = { open: ["end", "archive", "delete"], over: ["archive", "delete"], archived: ["reopen", "delete"] };

function actions(row) {
  return ACTIONS[row.status].map((action) =>
    button(text(action), () => {
      confirmed(text(action), row.table, () => void run({ do: "change", table: row.table, action }));
    }),
  );
}

async function refresh() {
  const tables = await ask({ do: "tables", order, limit: 50 });
  fill("tables", tables.tables, ["table", "alias", "game", "status", "events", "last_hour", "watching", "bytes", "at"], actions);
  const networks = await ask({ do: "networks" });
  fill("networks", networks.networks, ["network", "banned", "sockets", "tables_per_hour", "rate", "expires_at", "note"], (row) => [
    button(text("forget"), () => void run({ do: "forget", network: row.network })),
  ]);
  const addresses = await ask({ do: "addresses" });
  const connected = addresses.addresses.map((row) => ({ ...row, new_tables: row.tables }));
  fill("addresses", connected, ["address", "sockets", "new_tables"], (row) => [
    button(text("ban"), () => {
      confirmed(text("ban"), row.address, () => void run({ do: "ban", network: row.address }));
    }),
  ]);
}

document.documentElement.lang = language;
for (const element of document.querySelectorAll("[data-text]")) element.textContent = text(element.dataset.text);
byId("find").elements.table.placeholder = text("find");
byId("find").elements.table.setAttribute("aria-label", text("find"));
for (const form of [byId("ban"), byId("quota")]) {
  for (const input of form.querySelectorAll("input")) {
    input.setAttribute("aria-label", text(input.name));
    input.placeholder ||= text(input.name);
  }
}
for (const name of ["running", "idle", "biggest", "busiest"]) {
  byId("orders").append(button(text(name), () => ((order = name), void run({ do: "tables" }))));
}
byId("find").addEventListener("submit", (event) => {
  event.preventDefault();
  void run({ do: "table", table: event.target.elements.table.value });
});
byId("ban").addEventListener("submit", (event) => {
  event.preventDefault();
  const { network, note } = event.target.elements;
  void run({ do: "ban", network: network.value, note: note.value });
});
byId("quota").addEventListener("submit", (event) => {
  event.preventDefault();
  const { network, note, ...limits } = event.target.elements;
  const request = { do: "quota", network: network.value, note: note.value };
  for (const name of ["sockets", "tables_per_hour", "rate"]) if (limits[name].value) request[name] = Number(limits[name].value);
  void run(request);
});
addEventListener("hashchange", () => void run({ do: "tables" }));
void run({ do: "tables" });
