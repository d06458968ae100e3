// The load: two sockets a table, each waiting for the other's move, and the time every move takes to get across.
//
//   node load.js '{"side": "speelkist", "addresses": ["http://127.0.0.1:8765"], "tables": 50, "seconds": 5, ...}'
//
// Prints one line of JSON. Closed loop: whoever is on turn moves at once. With "rate" moves are sent at even distances,
// each at a table that is ready, and a move's time runs from the moment it was due, so that a late one hides nothing.
'use strict';

const fs = require('fs');
const sides = { speelkist: require('./speelkist.js'), boardgameio: require('./boardgameio.js') };

const request = { warm: 1, seconds: 5, rate: 0, watched: {}, idle: 0, placing: 'together', ...JSON.parse(process.argv[2]) };
const now = () => performance.now();
const times = new Float64Array(4_000_000);
let counted = 0;
let games = 0;
let measuring = false;

// --- one move after the other ----------------------------------------------------------------------------------------

const ready = []; // paced: tables whose next move waits to be due
let first = 0;

const happenings = {
  turn(table) {
    if (stopped) return;
    if (request.idle && table.sent >= request.moves) return rested();
    if (request.rate) ready.push(table);
    else move(table, now());
  },
  arrived(table) {
    if (measuring) times[counted++] = now() - table.due;
  },
  over(table) {
    if (measuring) games += 1;
    if (!stopped) table.again().catch(fail);
  },
  fail,
};

let stopped = false;

// For the memory of idle tables: each makes so many moves and then rests.
let resting = 0;
let allRest = null;

function rested() {
  resting += 1;
  if (resting === request.tables) allRest();
}

function move(table, due) {
  table.due = due;
  table.move();
}

let unsent = 0;

function pace() {
  const distance = 1000 / request.rate;
  let next = now();
  const turn = () => {
    if (stopped) return;
    while (next <= now()) {
      if (first === ready.length) {
        unsent += 1; // no table is ready: the server does not keep up, or there are too few tables
        next = now() + distance;
        break;
      }
      move(ready[first++], next);
      if (first > 10_000) ready.splice(0, first), (first = 0);
      next += distance;
    }
    setTimeout(turn, 1); // not at once: a load that never rests slows down a server on the same chip
  };
  turn();
}

function fail(error) {
  console.error(error);
  process.exit(1);
}

// --- what it cost ----------------------------------------------------------------------------------------------------

/** Seconds of processor time of all watched processes, by name. */
function work() {
  const spent = {};
  for (const [name, pids] of Object.entries(request.watched)) {
    spent[name] = pids.map((pid) => {
      const fields = fs.readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
      return (Number(fields[11]) + Number(fields[12])) / 100;
    });
  }
  return spent;
}

/** Resident megabytes of all watched processes, by name. */
function memory() {
  const used = {};
  for (const [name, pids] of Object.entries(request.watched)) {
    used[name] = pids.map((pid) => {
      const resident = /VmRSS:\s+(\d+)/.exec(fs.readFileSync(`/proc/${pid}/status`, 'utf8'));
      return Number(resident[1]) / 1024;
    });
  }
  return used;
}

const rest = (seconds) => new Promise((done) => setTimeout(done, 1000 * seconds));

function at(ranked, share) {
  return ranked.length ? ranked[Math.min(ranked.length - 1, Math.floor(share * ranked.length))] : null;
}

// --- the run ---------------------------------------------------------------------------------------------------------

async function main() {
  const side = sides[request.side];
  const empty = memory();
  const tables = [];
  for (let start = 0; start < request.tables; start += 25) {
    const group = Array.from({ length: Math.min(25, request.tables - start) }, (_, index) =>
      side.lay(request, start + index, happenings),
    );
    tables.push(...(await Promise.all(group)));
  }
  if (request.idle) {
    if (!request.alone) {
      for (const table of tables) table.begin();
      await new Promise((done) => (allRest = done));
    }
    await rest(request.idle);
    console.log(JSON.stringify({ empty, memory: memory(), tables: request.tables }));
    process.exit(0);
  }
  for (const table of tables) table.begin();
  if (request.rate) pace();
  await rest(request.warm);

  const before = { work: work(), own: process.cpuUsage(), at: now() };
  measuring = true;
  await rest(request.seconds);
  measuring = false;
  const seconds = (now() - before.at) / 1000;
  const after = { work: work(), own: process.cpuUsage(before.own), memory: memory() };
  stopped = true;

  const ranked = times.slice(0, counted).sort();
  const spent = {};
  for (const name of Object.keys(after.work)) {
    spent[name] = after.work[name].map((value, index) => value - before.work[name][index]);
  }
  const ms = (value) => (value === null ? null : Math.round(value * 100) / 100);
  console.log(
    JSON.stringify({
      moves_per_second: Math.round(counted / seconds),
      p50_ms: ms(at(ranked, 0.5)),
      p99_ms: ms(at(ranked, 0.99)),
      worst_ms: ms(at(ranked, 1)),
      moves: counted,
      games,
      seconds,
      'behind': unsent, // the word of the results that are kept
      processor_seconds: spent,
      megabytes: after.memory,
      load_busy: (after.own.user + after.own.system) / 1e6 / seconds,
    }),
  );
  process.exit(0);
}

main().catch(fail);
