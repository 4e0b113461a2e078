import { join } from 'node:path';
import { findServer } from '../servers/all.ts';
import { run } from '../servers/places.ts';
import type { Step, StepResult } from './step.ts';

interface Evidence {
  readonly command: 'bench' | 'load';
  readonly name: string;
  readonly needs?: 'k6' | 'mongodb';
}

/** What is measured at each run of the gate. Each knows bands that only a real regression leaves, however slow the machine is. */
const ALL: readonly Evidence[] = [
  { command: 'load', name: 'edit', needs: 'k6' },
  { command: 'bench', name: 'keepalive' },
  { command: 'bench', name: 'sessions', needs: 'mongodb' },
  { command: 'bench', name: 'logging' },
  { command: 'bench', name: 'map' },
  { command: 'bench', name: 'sync' },
];
const PROGRAMS = { bench: 'load/src/main.ts', load: 'load/src/load.ts' };

/** People who edit at once lose nothing and see the same; each habit is worth what it was. */
export const evidence: Step = {
  name: 'evidence',
  does: 'load by k6 keeps every change, and ratios stay within wide bands',
  servers: ['k6', 'mongodb'],
  isTest: true,
  run: async ({ root }) => {
    const results: StepResult[] = [];
    // One at a time: they measure.
    for (const each of ALL) results.push(await measure(root, each));
    return {
      passed: results.reduce((sum, { passed }) => sum + passed, 0),
      failed: results.reduce((sum, { failed }) => sum + failed, 0),
      skipped: results.flatMap(({ skipped }) => skipped),
      output: results.map(({ output }) => output).join('\n'),
    };
  },
};

async function measure(root: string, { command, name, needs }: Evidence): Promise<StepResult> {
  const found = needs === undefined ? null : findServer(needs);
  if (found?.kind === 'missing') {
    return { passed: 0, failed: 0, skipped: [`evidence: ${command} ${name}: ${found.why}`], output: '' };
  }
  const { code, output } = await run(process.execPath, [join(root, PROGRAMS[command]), name, '--guard'], { cwd: root });
  return code === 0 ? { passed: 1, failed: 0, skipped: [], output: '' } : { passed: 0, failed: 1, skipped: [], output };
}
