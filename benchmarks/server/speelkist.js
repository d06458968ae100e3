// Two clients at a table of ours, as docs/protocol.md tells it: a random choice of those the server has sent.
'use strict';

const crypto = require('crypto');
const http = require('http');
const WebSocket = require('ws');

const agent = new http.Agent({ keepAlive: true, maxSockets: 50 });
const OPTIONS = { perMessageDeflate: false, skipUTF8Validation: true };

// Every message begins with {"say":"...; the letter behind it tells which one it is. An update goes on with the table
// and its version: {"say":"update","table":"........","version":
const NEWLINE = 10;
const KIND = 8;
const VERSION = 45;
const UPDATE = 'u'.charCodeAt(0);
const SNAPSHOT = 's'.charCodeAt(0);
const REJECTED = 'r'.charCodeAt(0);
const CLOSING = 'c'.charCodeAt(0);

function post(address, key, body) {
  return new Promise((done, fail) => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${key}` };
    const request = http.request(`${address}/api/tables`, { method: 'POST', agent, headers }, (answer) => {
      let text = '';
      answer.on('data', (part) => (text += part));
      answer.on('end', () => {
        if (answer.statusCode === 201) done(JSON.parse(text));
        else fail(new Error(`${answer.statusCode} ${text}`));
      });
    });
    // a line that nothing went over for a while may be closed by the server just as it is used again
    const again = (error) => request.reusedSocket && error.code === 'ECONNRESET';
    request.on('error', (error) => (again(error) ? post(address, key, body).then(done, fail) : fail(error)));
    request.end(JSON.stringify(body));
  });
}

const NONCES = ['00'.repeat(16), '01'.repeat(16)];

/** The commitment to a nonce, at a table whose seed was promised so (docs/dice.md). */
function promise(promised, nonce) {
  const parts = [Buffer.from('speelkist nonce 1'), Buffer.from(promised, 'hex'), Buffer.from(nonce, 'hex')];
  return crypto.createHash('sha256').update(Buffer.concat(parts)).digest('hex');
}

class Table {
  constructor(request, index, events) {
    const { addresses, placing } = request; // with several server processes: where the second player is
    const other = { together: 0, apart: 1, anywhere: (index >> 1) & 1 }[placing];
    this.addresses = [addresses[index % addresses.length], addresses[(index + other) % addresses.length]];
    this.keys = [0, 1].map((seat) => `benchmark-of-the-server-${index}-${seat}`);
    this.events = events;
    this.sent = 0;
    this.due = 0;
  }

  async open() {
    this.sockets = await Promise.all([0, 1].map((seat) => this.connect(seat)));
    await this.again();
    return this;
  }

  connect(seat) {
    return new Promise((done) => {
      const socket = new WebSocket(`${this.addresses[seat].replace('http', 'ws')}/socket`, OPTIONS);
      socket.on('error', this.events.fail);
      socket.on('close', (code, reason) => this.events.fail(new Error(`closed: ${code} ${reason}`)));
      socket.on('message', (data) => this.hear(seat, data));
      socket.on('open', () => {
        socket.send(`{"say":"hello","protocol":1,"key":"${this.keys[seat]}"}`);
        done(socket);
      });
    });
  }

  async create() {
    const { table, commitment } = await post(this.addresses[0], this.keys[0], { game: 'kriskras', sit: 0 });
    this.address = table;
    this.promises = NONCES.map((nonce) => promise(commitment, nonce));
    this.committed = [0, 0]; // how many commitments each of the two has seen
    return this;
  }

  /** A new table for the same two. */
  async again() {
    const old = this.address;
    await this.create();
    const table = this.address;
    this.mover = -1; // nobody yet
    this.version = 0;
    for (const socket of this.sockets) {
      if (old) socket.send(`{"say":"unwatch","id":"u${old}","table":"${old}"}`);
      socket.send(`{"say":"watch","id":"w${table}","table":"${table}"}`);
    }
    if (!old) await new Promise((done) => (this.laid = done));
  }

  /** The first sits already and looks; now the second sits down, and both commit to their nonces. */
  sit() {
    const table = `"table":"${this.address}"`;
    const [first, second] = this.promises;
    this.sockets[0].send(`{"say":"commit","id":"c${this.address}",${table},"commitment":"${first}"}`);
    this.sockets[1].send(
      `{"say":"sit","id":"s${this.address}",${table},"seat":1,"name":"b","commitment":"${second}"}`,
    );
  }

  /** Each reveals its nonce when it has seen both commitments; then the game begins. */
  settle(seat, events) {
    const committing = ({ event: { kind, commitment } }) => commitment && kind !== 'created';
    this.committed[seat] += events.filter(committing).length;
    if (this.committed[seat] !== 2) return;
    this.committed[seat] = -1;
    const { address } = this;
    this.sockets[seat].send(`{"say":"reveal","id":"r${address}","table":"${address}","nonce":"${NONCES[seat]}"}`);
  }

  begin() {
    this.laid = null;
    this.events.turn(this);
  }

  /** A frame holds one or more messages, a line each. */
  hear(seat, data) {
    let start = 0;
    for (let end = data.indexOf(NEWLINE); end >= 0; end = data.indexOf(NEWLINE, start)) {
      this.hearMessage(seat, data.subarray(start, end));
      start = end + 1;
    }
    this.hearMessage(seat, start === 0 ? data : data.subarray(start));
  }

  hearMessage(seat, data) {
    const kind = data[KIND];
    if (kind === UPDATE) this.update(seat, data);
    else if (kind === SNAPSHOT) this.snapshot(seat, JSON.parse(data));
    else if (kind === REJECTED || kind === CLOSING) this.events.fail(new Error(data.toString()));
  }

  snapshot(seat, { events }) {
    this.settle(seat, events);
    if (seat === 0) this.sit();
  }

  update(seat, data) {
    if (seat === this.mover) return;
    if (Number.parseInt(data.toString('latin1', VERSION, VERSION + 8)) <= this.version) return; // their own, seen before
    const { version, view, events } = JSON.parse(data);
    if (this.mover < 0) this.settle(seat, events);
    if (this.mover < 0 && view.player !== seat) return; // who begins must have heard it himself
    this.version = version;
    this.seat = view.player;
    this.choices = view.choices;
    if (this.mover >= 0) this.events.arrived(this);
    if (view.player < 0) this.events.over(this);
    else if (this.laid) this.laid();
    else this.events.turn(this);
  }

  /** The one on turn makes a move. */
  move() {
    const { move } = this.choices[Math.floor(Math.random() * this.choices.length)];
    this.mover = this.seat;
    this.sent += 1;
    this.sockets[this.seat].send(
      `{"say":"play","id":"p${this.sent}","table":"${this.address}","seat":${this.seat},` +
        `"seen":${this.version},"move":"${move}"}`,
    );
  }
}

exports.lay = async (request, index, events) => {
  const table = new Table(request, index, events);
  return request.alone ? table.create() : table.open();
};
