export { isOutlived } from './client/acknowledged.ts';
export { SyncClient } from './client/client.ts';
export {
  type AcknowledgedChange,
  type ClientEffect,
  type ClientEvent,
  type ClientStatus,
  type ClosedReason,
  type EditRefusal,
  NOBODY_HERE,
  type Order,
  type RefusedChange,
  type Saved,
  type SavedPending,
  type StoreWrite,
} from './client/client-types.ts';
export { isSubmit, parseClientFrame } from './wire/frame-parser.ts';
export { closeCodeOf } from './wire/close-codes.ts';
export type { Bye, Dragged, Hello, Peer, PeerCursor, PeerView, PresenceState, ServerFrame } from './wire/frames.ts';
export { PROTOCOL_LIMITS, PROTOCOL_VERSION } from './wire/protocol.ts';
export { viewOfRole } from './wire/roles.ts';
export { Room } from './room/room.ts';
export { SocketLoad } from './room/socket-load.ts';
export type {
  DocumentFailure,
  DocumentPort,
  RoomMessage,
  RoomSession,
  RoomSocket,
  Visitor,
} from './room/room-types.ts';
