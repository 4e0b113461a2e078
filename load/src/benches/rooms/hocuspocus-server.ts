import { Server } from '@hocuspocus/server';

// The peer as its documentation starts it, with nothing kept: `node hocuspocus-server.ts PORT`.

const port = Number(process.argv[2]);
const server = new Server({ port, address: '127.0.0.1', quiet: true });
await server.listen();
process.stdin.on('end', () => process.exit(0)).resume();
