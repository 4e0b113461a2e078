export { DiskDatabase } from './disk-database.ts';
export { endAfterFailedFlush, FAILED_FLUSH_EXIT } from './failed-flush.ts';
export { isInUse } from './in-use.ts';
export { isDamagedFile, isNoRoom } from './no-room.ts';
export { copyOfDatabase, mayWriteIn, openToRead } from './read-database.ts';
export { freeBytesOf, roomOnDisk, type RoomPlace, RoomWatch } from './room-watch.ts';
export { endAfterLostPlace } from './standing.ts';
