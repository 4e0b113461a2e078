import { runSeeds } from './sim/run-seeds.ts';

// node packages/bloblog/src/testing/simulate.ts [seeds] [--from seed] [--stop] [--stack]
//
// Runs so many worlds (500 when nothing is said), says what happened in all of them, and ends with exit code 1 when an oracle
// failed in one. `--stop` ends at the first failure, `--stack` shows where it was thrown.

declare const process: { readonly argv: readonly string[]; exitCode: number };
declare const console: { log(line: string): void };

process.exitCode = await runSeeds(process.argv.slice(2), (line) => console.log(line));
