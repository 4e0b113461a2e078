export { isOutlived } from './acknowledged.ts';
export { SyncClient } from './client.ts';
export {
  type AcknowledgedChange,
  type ClientComponents,
  type ClientEffect,
  type ClientEvent,
  type ClientSettings,
  type ClientStatus,
  type ClosedReason,
  type Edited,
  type EditOptions,
  type EditRefusal,
  type FetchFailure,
  NOBODY_HERE,
  type Order,
  type Origin,
  type RefusedChange,
  type Saved,
  type SavedPending,
  type StoreWrite,
} from './client-types.ts';
export { isSubmit, parseClientFrame } from './frame-parser.ts';
export type {
  Bye,
  Changes,
  ClientFrame,
  Fill,
  Hello,
  Peer,
  PeerGone,
  PeersShown,
  Ping,
  Pong,
  PresenceState,
  Refused,
  Role,
  RoleChanged,
  ServerFrame,
  ShareState,
  Submit,
  SubmittedChange,
  Welcome,
} from './frames.ts';
export { PROTOCOL_LIMITS, PROTOCOL_VERSION } from './protocol.ts';
export { isAboutComments, viewOfRole } from './roles.ts';
export { Room } from './room.ts';
export { SocketLoad } from './socket-load.ts';
export type {
  Appended,
  AppendOutcome,
  DocumentFailure,
  DocumentPort,
  DocumentState,
  PastPort,
  Reached,
  ReadChanges,
  RoomComponents,
  RoomMessage,
  RoomPeer,
  RoomSession,
  RoomSettings,
  RoomSocket,
  Visitor,
  Writer,
} from './room-types.ts';
