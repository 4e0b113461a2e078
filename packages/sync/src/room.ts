import type { PersonId } from '@bough/base';
import type { Hello, Role } from './frames.ts';
import type { RoomComponents, RoomMessage, RoomSession, RoomSettings, RoomSocket, Visitor } from './room-types.ts';

/**
 * All sockets of one map on one gateway: checks what each may do, relays submits to docstore, and gives everybody every
 * change once and in order. Holds no truth: a room that is lost loses nothing.
 */
export class Room {
  constructor(_components: RoomComponents, _settings: RoomSettings) {}

  /** No socket is here: the gateway may drop the room (and must then call `close`). */
  get isEmpty(): boolean {
    throw new Error('not yet');
  }
  get sessionCount(): number {
    throw new Error('not yet');
  }

  /** Admits a socket whose first frame was this hello (parsed with `parseClientFrame`, its ticket already honoured). */
  join(_socket: RoomSocket, _hello: Hello, _visitor: Visitor): RoomSession {
    throw new Error('not yet');
  }
  /** A message of that socket, as it came: parsed, limited and checked here. */
  received(_session: RoomSession, _text: string): void {}
  /** The socket is closed. */
  left(_session: RoomSession): void {}

  /** A person's role changed: at once on all their sockets; null (revoked) closes them and nothing more reaches them. */
  setRole(_person: PersonId, _role: Role | null): void {}
  /** A session of the person was ended (log-out, disabled): closes the sockets of that session handle alone. */
  expel(_session: RoomSession): void {}

  /** What another gateway's room published. */
  heard(_message: RoomMessage): void {}
  /** Says goodbye to everybody ('restart': they reconnect by themselves, with a jittered pause) and cancels all timers. */
  close(): void {}
}
