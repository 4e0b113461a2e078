import { readFileSync } from 'node:fs';
import { type CandidateName, CANDIDATES, read } from './candidates.ts';

// A process of its own, with --expose-gc: reads one candidate's bytes once, and prints how long it took and what it holds then.

const [name, file] = process.argv.slice(2);
const candidate = CANDIDATES.find((one): one is CandidateName => one === name);
if (candidate === undefined || file === undefined) throw new Error('usage: reader.ts <candidate> <file>');

const held = (): number => {
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
};

const bytes = readFileSync(file);
const before = held();
const startedAt = performance.now();
const { found, kept } = read(candidate, bytes);
const ms = performance.now() - startedAt;
const memory = held() - before;
console.log(JSON.stringify({ ms, memory, ...found, isKept: kept !== null }));
