/**
 * The sizes of a pool of the MongoDB driver, for each process that has one. More connections than twenty would only wait inside the
 * database, and each costs it memory, for every process; ten are kept, so that a burst waits for no handshake. `npm run bench -- pool`
 * measures both against the driver's own sizes.
 */
export const MONGO_POOL = { maxPoolSize: 20, minPoolSize: 10 } as const;
