import { join } from 'node:path';
import { findServer } from '../servers/all.ts';
import type { ServerName } from '../servers/server.ts';
import { run } from '../servers/places.ts';
import { type Step, verdictOf } from './step.ts';

const SEED = '1';
const NEEDS: readonly ServerName[] = ['mongodb', 'versitygw', 'minio', 'redis-program', 'toxiproxy'];

/** A whole stack under one seed of faults, while people work: nothing is lost, and everybody has the same at the end. */
export const chaos: Step = {
  name: 'chaos',
  does: 'three minutes of faults on a whole stack lose nothing',
  servers: NEEDS,
  isTest: true,
  run: async ({ root }) => {
    const missing = NEEDS.map((name) => findServer(name)).find(({ kind }) => kind === 'missing');
    if (missing?.kind === 'missing') {
      return { passed: 0, failed: 0, skipped: [`chaos: ${missing.why} ${missing.howTo}`], output: '' };
    }
    const ran = await run(process.execPath, [join(root, 'load/src/chaos/main.ts'), SEED], { cwd: root });
    return { ...verdictOf(ran), notes: notTried(ran.output) };
  },
};

/** What a run says that it could not try on this machine. */
export function notTried(output: string): readonly string[] {
  return [...output.matchAll(/^Not tried here: (.*)$/gm)].map(([, what]) => `chaos: not tried: ${what}`);
}
