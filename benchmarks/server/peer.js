// The peer: boardgame.io with a game that does nothing but append what it is given, in turn.
//
//   node peer.js PORT memory|flatfile [FOLDER]
//
// As it comes, undo included, but in production mode, in which it checks and prints less.
'use strict';

process.env.NODE_ENV = 'production';
const { Server, FlatFile } = require('boardgame.io/server');

const KEPT = 32; // the list stays short, as a board stays small

const append = {
  name: 'append',
  setup: () => ({ list: [] }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    append: ({ G }, item) => {
      G.list.push(item);
      if (G.list.length > KEPT) G.list.shift();
    },
  },
};

const [port, storage, folder] = process.argv.slice(2);
const server = Server({
  games: [append],
  origins: [/./],
  ...(storage === 'flatfile' ? { db: new FlatFile({ dir: folder }) } : {}),
});
server.run({ port: Number(port) }, () => console.log(`listening ${port}`));
