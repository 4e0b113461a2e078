export { type FaultCounts, type Faults, FaultyStore, NO_FAULTS } from './faulty-store.ts';
export { MemoryStore } from './memory-store.ts';
export { runVirtual, settle } from './run-virtual.ts';
export { type Contract, storeContract } from './store-contract.ts';
export { type Note, noteCodec, virtualPorts } from './test-log.ts';
export { toyCiphers, toyCompression, toyDigest } from './toy-ports.ts';
