// Two clients at a match of boardgame.io, speaking socket.io's own messages over a bare WebSocket: the lightest client
// there can be, so that the load does not slow the server down.
'use strict';

const http = require('http');
const WebSocket = require('ws');

const agent = new http.Agent({ keepAlive: true, maxSockets: 50 });
const OPTIONS = { perMessageDeflate: false, skipUTF8Validation: true };
const LENGTH = 145; // moves of a match: as many as a game of Kris-kras has when both play at random

const UPDATE = '42/append,["update"';
const SYNC = '42/append,["sync"';

function post(address, path, body) {
  return new Promise((done, fail) => {
    const headers = { 'content-type': 'application/json' };
    const request = http.request(`${address}/games/append/${path}`, { method: 'POST', agent, headers }, (answer) => {
      let text = '';
      answer.on('data', (part) => (text += part));
      answer.on('end', () => (answer.statusCode === 200 ? done(JSON.parse(text)) : fail(new Error(text))));
    });
    request.on('error', fail);
    request.end(JSON.stringify(body));
  });
}

class Table {
  constructor(address, events) {
    this.address = address;
    this.events = events;
    this.due = 0;
  }

  async open() {
    this.sockets = await Promise.all([0, 1].map((seat) => this.connect(seat)));
    await this.again();
    return this;
  }

  connect(seat) {
    return new Promise((done) => {
      const url = `${this.address.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`;
      const socket = new WebSocket(url, OPTIONS);
      socket.on('error', this.events.fail);
      socket.on('close', (code, reason) => this.events.fail(new Error(`closed: ${code} ${reason}`)));
      socket.on('message', (data) => {
        const text = data.toString('latin1', 0, 24);
        if (text.startsWith(UPDATE)) this.hear(seat, data);
        else if (text.startsWith(SYNC)) this.synced();
        else if (text[0] === '0') socket.send('40/append,');
        else if (text[0] === '2') socket.send('3');
        else if (text.startsWith('40/append,')) done(socket);
      });
    });
  }

  /** A new match for the same two. */
  async again() {
    const { matchID } = await post(this.address, 'create', { numPlayers: 2 });
    this.id = matchID;
    this.credentials = [];
    for (const seat of [0, 1]) {
      const body = { playerID: `${seat}`, playerName: 'ab'[seat] };
      this.credentials.push((await post(this.address, `${matchID}/join`, body)).playerCredentials);
    }
    this.seat = 0;
    this.number = 0;
    this.waiting = 2;
    const both = new Promise((done) => (this.both = done));
    for (const [seat, socket] of this.sockets.entries()) {
      socket.send(`42/append,["sync","${matchID}","${seat}","${this.credentials[seat]}",2]`);
    }
    await both;
    if (this.begun) this.events.turn(this);
  }

  synced() {
    this.waiting -= 1;
    if (this.waiting === 0) setImmediate(this.both);
  }

  begin() {
    this.begun = true;
    this.events.turn(this);
  }

  hear(seat, data) {
    if (seat === this.seat) return; // our own move
    const state = JSON.parse(data.subarray(10))[2];
    if (state._stateID !== this.number + 1) return;
    this.events.arrived(this);
    this.number = state._stateID;
    this.seat = Number(state.ctx.currentPlayer);
    if (this.number >= LENGTH) this.events.over(this);
    else this.events.turn(this);
  }

  /** The one on turn makes a move. */
  move() {
    const { id, seat, number } = this;
    this.sockets[seat].send(
      `42/append,["update",{"type":"MAKE_MOVE","payload":{"type":"append","args":["b2-e2-h5"],` +
        `"playerID":"${seat}","credentials":"${this.credentials[seat]}"}},${number},"${id}","${seat}"]`,
    );
  }
}

exports.lay = (request, index, events) => new Table(request.addresses[0], events).open();
