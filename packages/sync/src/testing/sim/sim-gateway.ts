import { assert, type Clock, type MapId, presentLineage, type PersonId, type Random } from '@bough/base';
import type { Dice } from '@bough/map/testing';
import { parseClientFrame } from '../../wire/frame-parser.ts';
import { parseServerFrame } from '../../wire/server-frame-parser.ts';
import type { MapRole } from '@bough/contracts';
import { Room } from '../../room/room.ts';
import type { DocumentPort, RoomMessage, RoomSession } from '../../room/room-types.ts';
import { ProcessClock } from './sim-process.ts';
import type { SimLine } from './sim-line.ts';

export interface GatewayComponents {
  readonly clock: Clock;
  readonly random: Random;
  readonly dice: Dice;
  readonly documents: DocumentPort;
  readonly publish: (message: RoomMessage) => void;
  readonly roleOf: (person: PersonId) => MapRole | null;
  /** Who a guest has become, or null. */
  readonly becameOf: (guest: PersonId) => PersonId | null;
  /** Every frame that leaves for somebody, as it leaves, on a socket that was welcomed to the order of this name. */
  readonly onSend: (person: PersonId, text: string, lineage: string | null) => void;
}

interface Socket {
  readonly line: SimLine;
  readonly person: PersonId;
  session: RoomSession | null;
}

const WATCH_MS = 2_000;

/** A gateway's process around one room: sockets come, greet and go; the process dies and another takes its place. */
export class SimGateway {
  readonly #components: GatewayComponents;
  readonly #map: MapId;
  #process: ProcessClock;
  #room: Room | null = null;
  readonly #sockets = new Set<Socket>();
  /** Who is just being let in. */
  #joining: PersonId | null = null;
  isUp = true;

  constructor(components: GatewayComponents, map: MapId) {
    this.#components = components;
    this.#map = map;
    this.#process = new ProcessClock(components.clock);
    this.#watch();
  }

  /** Takes a new socket; answers what its line calls on this side. */
  accept(line: SimLine, person: PersonId): { readonly heard: (text: string) => void; readonly closed: () => void } {
    const socket: Socket = { line, person, session: null };
    this.#sockets.add(socket);
    return {
      heard: (text) => {
        if (this.isUp && this.#sockets.has(socket)) this.#heard(socket, text);
      },
      closed: () => {
        if (this.#sockets.delete(socket) && socket.session !== null) this.#room?.left(socket.session);
      },
    };
  }

  fromBus(message: RoomMessage): void {
    if (this.isUp) this.#room?.heard(message);
  }

  setRole(person: PersonId, role: MapRole | null): void {
    if (this.isUp) this.#room?.setRole(person, role);
  }

  /** The process dies: lines break, nothing of its memory is left. */
  crash(): void {
    this.isUp = false;
    this.#process.kill();
    this.#room = null;
    for (const socket of this.#sockets) socket.line.cut();
    this.#sockets.clear();
  }

  start(): void {
    if (this.isUp) return;
    this.isUp = true;
    this.#process = new ProcessClock(this.#components.clock);
    this.#watch();
  }

  /** Drains as on SIGTERM, and begins anew. */
  restart(): void {
    this.#room?.close();
    this.#room = null;
    this.#process.kill();
    this.#process = new ProcessClock(this.#components.clock);
    this.isUp = true;
    this.#watch();
  }

  #heard(socket: Socket, text: string): void {
    if (socket.session !== null) {
      this.#room?.received(socket.session, text);
      return;
    }
    const { line, person } = socket;
    const frame = parseClientFrame(text);
    const role = this.#components.roleOf(person);
    if (!frame.ok || frame.value.kind !== 'hello' || role === null) {
      this.#sockets.delete(socket);
      line.closeFromGateway();
      return;
    }
    let lineage: string | null = null;
    const roomSocket = {
      send: (message: string) => {
        lineage ??= lineageOf(message);
        const isReplaced = message.includes('"detail":"replaced"');
        assert(!isReplaced || this.#joining === person, 'S22: nobody takes the place of somebody else');
        this.#components.onSend(person, message, lineage);
        line.fromGateway(message);
      },
      bufferedBytes: () => line.heldBytes,
      close: () => {
        this.#sockets.delete(socket);
        line.closeFromGateway();
      },
    };
    this.#joining = person;
    const began = frame.value.person;
    const formerly = began !== null && this.#components.becameOf(began) === person ? began : null;
    const visitor = { person, formerly, name: 'somebody', hue: 0, role };
    socket.session = this.#openRoom().join(roomSocket, frame.value, visitor);
    this.#joining = null;
  }

  #openRoom(): Room {
    const { random, documents, publish } = this.#components;
    const process = this.#process;
    const alive =
      <T extends readonly unknown[]>(answer: (...args: T) => void) =>
      (...args: T): void => {
        if (!process.isDead) answer(...args);
      };
    this.#room ??= new Room(
      {
        clock: process,
        random,
        documents: {
          append: (writer, base, changes, answer) => documents.append(writer, base, changes, alive(answer)),
          read: (from, to, answer) => documents.read(from, to, alive(answer)),
          state: (writer, answer) => documents.state(writer, alive(answer)),
        },
        publish,
        onRenewed: () => {
          this.#room = null;
        },
      },
      { map: this.#map },
    );
    return this.#room;
  }

  /** The bus loses messages: every now and then docstore is asked how far the map is, as a gateway does for all its rooms. */
  #watch(): void {
    const process = this.#process;
    process.after(WATCH_MS, () => {
      const room = this.#room;
      if (room !== null && !room.isEmpty) {
        this.#components.documents.state(null, (result) => {
          if (!result.ok || process.isDead) return;
          const { lineages, seq, mirrored = null } = result.value;
          room.reached({ lineage: presentLineage(lineages), seq, mirrored, changes: [] });
        });
      }
      this.#watch();
    });
  }
}

function lineageOf(text: string): string | null {
  const frame = parseServerFrame(text);
  return frame.ok && frame.value.kind === 'welcome' ? presentLineage(frame.value.lineages) : null;
}
