export { boundStore } from './bound-store.ts';
export { FaultyStore, NO_FAULTS } from './faulty-store.ts';
export { MemoryStore } from '../store/memory-store.ts';
export { noteOwners } from './note-owner.ts';
export { addCounts } from './sim/run-seeds.ts';
export { runVirtual, settle } from './sim/run-virtual.ts';
export {
  noCounts,
  type Owner,
  type OwnerKind,
  type OwnerParts,
  type SimAnswer,
  type SimChange,
  type SimOrder,
} from './sim/sim-types.ts';
export { SimWorld } from './sim/sim-world.ts';
export { storeContract } from './store-contract.ts';
export { type Note, noteCodec, virtualPorts } from './test-log.ts';
export { toyCiphers, toyCompression, toyDigest } from './toy-ports.ts';
