export { isOutlived } from './acknowledged.ts';
export { SyncClient } from './client.ts';
export {
  type AcknowledgedChange,
  type ClientEffect,
  type ClientEvent,
  type ClientStatus,
  type ClosedReason,
  type EditRefusal,
  type Order,
  type RefusedChange,
  type Saved,
  type SavedPending,
  type StoreWrite,
} from './client-types.ts';
export { isSubmit, parseClientFrame } from './frame-parser.ts';
export { closeCodeOf } from './close-codes.ts';
export type { Bye, Hello, Peer, PresenceState, ServerFrame } from './frames.ts';
export { PROTOCOL_LIMITS, PROTOCOL_VERSION } from './protocol.ts';
export { viewOfRole } from './roles.ts';
export { Room } from './room.ts';
export { SocketLoad } from './socket-load.ts';
export type { DocumentFailure, DocumentPort, RoomMessage, RoomSession, RoomSocket, Visitor } from './room-types.ts';
