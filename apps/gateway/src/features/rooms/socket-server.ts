import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Cancel, Clock, PersonId } from '@bough/base';
import { SOCKET_PATH } from '@bough/contracts';
import type { Component } from '@bough/service';
import type { Hello } from '@bough/sync';
import { WebSocketServer } from 'ws';
import { clientAddress, networkOf } from '../../http/client-address.ts';
import type { Metadata } from '../../metadata/metadata.ts';
import { isOwnOrigin } from '../../http/csrf.ts';
import type { Revocations } from '../sessions/revocations.ts';
import type { Session } from '../../http/session.ts';
import type { Sessions } from '../sessions/sessions.ts';
import type { Tickets } from './ticket.ts';
import type { DocstoreClient } from './docstore-client.ts';
import { SOCKET_LIMITS } from './limits.ts';
import type { Place, Rooms } from './rooms.ts';
import { type Denied, MapSocket, type SocketParts } from './socket.ts';
import { TextFrames } from './text-frames.ts';
import type { Visits } from './visits.ts';

export interface SocketServerParts {
  readonly clock: Clock;
  readonly sessions: Sessions;
  readonly revocations: Revocations;
  readonly tickets: Tickets;
  readonly metadata: Metadata;
  readonly rooms: Rooms;
  readonly documents: DocstoreClient;
  readonly visits: Visits;
  readonly onTrouble: (error: unknown) => void;
}
export interface SocketServerSettings {
  readonly origins: ReadonlySet<string>;
  readonly trustedProxies: number;
  /** Multiplies what one network address may have open. */
  readonly limitsFactor: number;
}

/** Takes over upgrades: checks origin, session and limits before there is a socket, and keeps all sockets alive. */
export class SocketServer implements Component {
  readonly name = 'rooms';
  readonly #parts: SocketServerParts;
  readonly #settings: SocketServerSettings;
  readonly #ws = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: SOCKET_LIMITS.maxPayload,
  });
  readonly #shared: SocketParts;
  readonly #sockets = new Map<MapSocket, string>();
  readonly #perPerson = new Map<string, number>();
  readonly #perNetwork = new Map<string, number>();
  #cancelBeat: Cancel = () => undefined;
  #cancelRevoked: Cancel = () => undefined;
  #onEmpty: (() => void) | null = null;
  #isDraining = false;

  constructor(parts: SocketServerParts, settings: SocketServerSettings) {
    this.#parts = parts;
    this.#settings = settings;
    this.#shared = {
      clock: parts.clock,
      frames: new TextFrames(),
      admit: async (socket, hello) => await this.#admit(socket, hello),
      onClosed: (socket) => this.#gone(socket),
      onTrouble: parts.onTrouble,
    };
  }

  async start(): Promise<void> {
    await this.#parts.rooms.start();
    this.#cancelRevoked = this.#parts.revocations.onRevoked(() => this.#dropEnded());
    this.#planBeat();
  }

  get socketCount(): number {
    return this.#sockets.size;
  }

  /** Answers an upgrade: 101 for our own page in a living session, else a plain refusal. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const session = this.#parts.sessions.of(request);
    const network = networkOf(clientAddress(request, this.#settings.trustedProxies));
    const refused = this.#refusal(request, session, network);
    if (refused !== null || session === null || session.uid === null) {
      refuse(socket, refused ?? '401 Unauthorized');
      return;
    }
    const person = session.uid;
    socket.on('error', () => undefined);
    this.#ws.handleUpgrade(request, socket, head, (ws) => {
      this.#sockets.set(new MapSocket(ws, this.#shared, { session, person, line: socket }), network);
      count(this.#perPerson, person, 1);
      if (session.guest) count(this.#perNetwork, network, 1);
    });
  }

  /** Takes nothing new, finishes what was accepted, says goodbye, and has it noted what was seen. */
  async drain(withinMs: number): Promise<void> {
    this.#isDraining = true;
    await this.#within(this.#settle(), withinMs * 0.6);
    this.#parts.rooms.close();
    for (const socket of this.#sockets.keys()) socket.bye('restart', 'the gateway restarts');
    const empty = new Promise<void>((resolve) => {
      if (this.#sockets.size === 0) resolve();
      else this.#onEmpty = resolve;
    });
    await this.#within(empty, withinMs * 0.2);
    for (const socket of this.#sockets.keys()) socket.terminate();
    // Those are gone in a later turn, and what they had seen is to be noted only then.
    const noted = empty.then(async () => this.#parts.visits.noted());
    await this.#within(noted, withinMs * 0.2);
  }

  async stop(): Promise<void> {
    this.#cancelBeat();
    this.#cancelRevoked();
    for (const socket of this.#sockets.keys()) socket.terminate();
    this.#ws.close();
  }

  #refusal(request: IncomingMessage, session: Session | null, network: string): string | null {
    const path = (request.url ?? '').split('?')[0];
    if (path !== SOCKET_PATH) return '404 Not Found';
    if (!isOwnOrigin(request.headers, this.#settings.origins)) return '403 Forbidden';
    if (session === null || session.uid === null) return '401 Unauthorized';
    if (this.#isDraining || this.#sockets.size >= SOCKET_LIMITS.all) return '503 Service Unavailable';
    const mostOfNetwork = SOCKET_LIMITS.guestsPerNetwork * this.#settings.limitsFactor;
    if (session.guest && (this.#perNetwork.get(network) ?? 0) >= mostOfNetwork) return '429 Too Many Requests';
    if ((this.#perPerson.get(session.uid) ?? 0) >= SOCKET_LIMITS.perPerson) return '429 Too Many Requests';
    return null;
  }

  async #admit(socket: MapSocket, hello: Hello): Promise<Place | Denied> {
    const { session, person } = socket;
    const { tickets, metadata, rooms, revocations } = this.#parts;
    const { map, client } = hello;
    // That says nothing about what the person may do: whoever comes back with a fresh one is let in, or told so.
    if (!tickets.tryUse(hello.ticket, { session, map, client })) return denied('restart', 'the ticket is not valid');
    const known = await metadata.person(person);
    if (known === null) return denied('denied', 'This account does not exist.');
    const formerly = await this.#guestOf(hello, person);
    const place = await rooms.tryJoin(hello, { person, formerly, name: known.name, hue: known.hue }, socket);
    if (place === null) return denied('absent', 'The map does not exist.');
    if (revocations.isRevoked(session)) place.expel();
    return place;
  }

  /** The guest whom the hello names, where that guest has become this person; anybody else would be somebody's claim. */
  async #guestOf({ person: began }: Hello, person: PersonId): Promise<PersonId | null> {
    if (began === null || began === person) return null;
    const successors = await this.#parts.metadata.successors([began]);
    return successors.get(began) === person ? began : null;
  }

  #dropEnded(): void {
    for (const socket of this.#sockets.keys()) {
      if (this.#parts.revocations.isRevoked(socket.session)) socket.expel();
    }
  }

  #gone(socket: MapSocket): void {
    const network = this.#sockets.get(socket);
    if (network === undefined) return;
    this.#sockets.delete(socket);
    count(this.#perPerson, socket.person, -1);
    if (socket.session.guest) count(this.#perNetwork, network, -1);
    if (this.#sockets.size === 0) this.#onEmpty?.();
  }

  #planBeat(): void {
    this.#cancelBeat = this.#parts.clock.after(SOCKET_LIMITS.heartbeatMs, () => {
      for (const socket of this.#sockets.keys()) socket.beat();
      this.#planBeat();
    });
  }

  /** Rooms tell what was kept in their next turn, and hand on what waited behind it. */
  async #settle(): Promise<void> {
    const { documents, rooms, clock } = this.#parts;
    do {
      rooms.readAll();
      await documents.idle();
      await new Promise<void>((resolve) => void clock.after(0, resolve));
    } while (documents.isBusy);
  }

  async #within(work: Promise<void>, ms: number): Promise<void> {
    let cancel: Cancel = () => undefined;
    const late = new Promise<void>((resolve) => {
      cancel = this.#parts.clock.after(ms, resolve);
    });
    await Promise.race([work, late]);
    cancel();
  }
}

function denied(reason: Denied['reason'], detail: string): Denied {
  return { kind: 'denied', reason, detail };
}

function count(counts: Map<string, number>, key: string, change: 1 | -1): void {
  const next = (counts.get(key) ?? 0) + change;
  if (next > 0) counts.set(key, next);
  else counts.delete(key);
}

function refuse(socket: Duplex, status: string): void {
  socket.on('error', () => undefined);
  socket.end(`HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`);
}
