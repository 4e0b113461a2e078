import { readFileSync } from 'node:fs';
import { type CandidateName, CANDIDATES, read } from './candidates.ts';

// A process of its own, with --expose-gc: reads one candidate's bytes once, and prints how long it took and what it holds then.

const [name, file] = process.argv.slice(2);
const candidate = CANDIDATES.find((one): one is CandidateName => one === name);
if (candidate === undefined || file === undefined) throw new Error('usage: reader.ts <candidate> <file>');

const held = (): { readonly memory: number; readonly resident: number } => {
  globalThis.gc?.();
  const { heapUsed, external, rss } = process.memoryUsage();
  return { memory: heapUsed + external, resident: rss };
};

const bytes = readFileSync(file);
const before = held();
const startedAt = performance.now();
const { found, kept } = read(candidate, bytes);
const ms = performance.now() - startedAt;
const after = held();
const memory = after.memory - before.memory;
const resident = after.resident - before.resident;
console.log(JSON.stringify({ ms, memory, resident, ...found, isKept: kept !== null }));
