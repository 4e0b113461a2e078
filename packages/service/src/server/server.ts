import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { assert } from '@bough/base';
import type { Component } from '../process/component.ts';
import { EarlyRefuser } from './early-refuser.ts';
import { Front } from './front.ts';
import { knock } from './knock.ts';
import { LineServer } from '../line/line-server.ts';
import type { ServerParts } from './server-parts.ts';
import { ServiceFailure } from '../service-failure.ts';

export interface ServerSettings {
  readonly host: string;
  readonly port: number;
  /** How long a request to the fallback may take. */
  readonly fallbackDeadlineMs?: number;
}
/** The HTTP server of a service. */
export interface ServiceServer extends Component {
  /** Answers one request; for tests without a port, and for servers of other kinds. */
  readonly listener: RequestListener;
  /** The port that it listens on, once started. */
  port(): number;
  /** Takes no new connections, so that whoever is sent away arrives elsewhere; those that are open go on. */
  closeDoor(): void;
  /** How many connections were ever opened to it. */
  connectionsSeen(): number;
  /** Resolves when somebody new who comes now has been answered. */
  knock(): Promise<void>;
}

const HEADERS_TIMEOUT_MS = 10_000;
/** How late a connection may be found that took too long. */
const CHECK_MS = 2_000;
/** So many may wait to be taken, where the system allows it: for whoever finds no place there a second passes until the next try. */
const BACKLOG = 4_096;
const REQUEST_TIMEOUT_MS = 60_000;
/** Longer than the pool's (see pool.ts): the side that asks gives a connection up first. */
const KEEP_ALIVE_MS = 65_000;
const FALLBACK_DEADLINE_MS = 30_000;

/** A server for these routes, with GET /health, /ready and /metrics. It listens when started. */
export function createServiceServer(parts: ServerParts, settings: ServerSettings): ServiceServer {
  const front = new Front(parts, {
    fallbackDeadlineMs: settings.fallbackDeadlineMs ?? FALLBACK_DEADLINE_MS,
    hasLetIn: (socket) => refuser?.hasLetIn(socket) === true,
  });
  const listener: RequestListener = (request, response) => void front.answer(request, response);
  const server = createServer(
    {
      headersTimeout: HEADERS_TIMEOUT_MS,
      requestTimeout: REQUEST_TIMEOUT_MS,
      keepAliveTimeout: KEEP_ALIVE_MS,
      connectionsCheckingInterval: CHECK_MS,
    },
    listener,
  );
  // Whoever asks first whether to send the body is told so once the head was judged.
  server.on('checkContinue', listener);
  const refuser = refuserOf(server, parts);
  let connections = 0;
  server.on('connection', () => connections++);
  const lines = new LineServer(parts);
  takeUpgrades(server, lines, parts);
  return {
    name: 'server',
    listener,
    port: () => placeOf(server).port,
    closeDoor: () => {
      server.close();
      refuser?.close();
      server.closeIdleConnections();
    },
    connectionsSeen: () => connections,
    knock: async () => {
      if (!server.listening) return;
      const { address, port } = placeOf(server);
      // Not where it was told to listen: a name would be looked up each time, behind everything else that waits for a thread.
      await knock(address, port);
    },
    start: () => listen(server, settings),
    drain: async (withinMs) => {
      // Other upgraded sockets are not waited for: whoever took them over lets them go.
      server.close();
      refuser?.close();
      const drained = Promise.all([front.drain(withinMs), lines.drain(withinMs)]);
      server.closeIdleConnections();
      await drained;
      refuser?.closeNow();
      server.closeAllConnections();
    },
    stop: async () => {
      refuser?.closeNow();
      server.closeAllConnections();
      lines.stop();
    },
  };
}

/** Hands sockets over that become lines, or something else that is no HTTP. */
function takeUpgrades(server: Server, lines: LineServer, { routes, upgrade }: ServerParts): void {
  const takesLines = routes.some(({ route }) => route.isFrequent);
  if (!takesLines && upgrade === undefined) return;
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    if (lines.isFor(request)) void lines.upgrade(request, socket, head);
    else if (upgrade !== undefined) upgrade(request, socket, head);
    else socket.destroy();
  });
}

/** Lets who is turned away be refused before HTTP begins on a connection; null: nobody is turned away here. */
function refuserOf(server: Server, { turnAway, metrics, clock }: ServerParts): EarlyRefuser | null {
  if (turnAway === undefined) return null;
  // What Node itself does with a connection: begin HTTP on it.
  const begin = server.listeners('connection');
  const serve = (socket: Socket): void => {
    for (const each of begin) each.call(server, socket);
  };
  const refuser = new EarlyRefuser(
    { turnAway, metrics, clock, serve },
    { headersTimeoutMs: HEADERS_TIMEOUT_MS, keepAliveMs: KEEP_ALIVE_MS, checkMs: CHECK_MS },
  );
  server.removeAllListeners('connection').on('connection', (socket: Socket) => refuser.take(socket));
  return refuser;
}

function placeOf(server: Server): AddressInfo {
  const address: AddressInfo | string | null = server.address();
  assert(typeof address === 'object' && address !== null, 'the server listens on a port');
  return address;
}

function listen(server: Server, settings: ServerSettings): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const where = `${settings.host}:${settings.port}`;
      const message =
        error.code === 'EADDRINUSE'
          ? `The port ${settings.port} on ${settings.host} is taken by another program; set PORT to a free one.`
          : `Cannot listen on ${where}: ${error.message}.`;
      reject(new ServiceFailure(message, { kind: 'unavailable', code: 'service/cannot-listen', cause: error }));
    });
    server.listen({ port: settings.port, host: settings.host, backlog: BACKLOG }, resolve);
  });
}
