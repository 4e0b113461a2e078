import { runSeeds } from './sim/run-seeds.ts';

// node packages/sync/src/testing/simulate.ts [seeds] [--from N] [--trace SEED] [--stop]
//
// Runs so many worlds (500 when nothing is said), says what happened in all of them, and ends with exit code 1 when an oracle
// failed in one. `--trace` runs one seed and prints the end of its trace. `--stop` ends at the first failure.

declare const process: { readonly argv: readonly string[]; exitCode: number };
declare const console: { log(line: string): void };

process.exitCode = runSeeds(process.argv.slice(2), (line) => console.log(line));
