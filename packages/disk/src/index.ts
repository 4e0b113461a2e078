export { DiskDatabase, type DiskDatabaseSettings } from './disk-database.ts';
export { endAfterFailedFlush, FAILED_FLUSH_EXIT, isFailedFlush, orEnd } from './failed-flush.ts';
export { isDamagedFile, isNoRoom } from './no-room.ts';
export { copyOfDatabase, type DatabaseCopy, mayWriteIn, openToRead, type ReadDatabase } from './read-database.ts';
export { freeBytesOf, RoomWatch } from './room-watch.ts';
export { endAfterLostPlace, Standing } from './standing.ts';
