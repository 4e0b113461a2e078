export { DiskDatabase, type DiskDatabaseSettings } from './disk-database.ts';
export { endAfterFailedFlush, FAILED_FLUSH_EXIT, isFailedFlush, orEnd } from './failed-flush.ts';
export { isNoRoom } from './no-room.ts';
export { freeBytesOf, RoomWatch } from './room-watch.ts';
