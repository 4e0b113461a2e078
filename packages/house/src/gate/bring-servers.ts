import { SERVERS } from '../servers/all.ts';
import type { StepResult } from './step.ts';

/** Brings every server that is missing, all at once; says what is being done. Counts one passed for each that is there. */
export async function bringServers(say: (line: string) => void): Promise<StepResult> {
  const results = await Promise.all(
    Object.values(SERVERS).map(async (server) => {
      if (server.find().kind === 'ready') return null;
      const why = await server.install(say).catch((error: unknown) => String(error));
      const found = server.find();
      if (found.kind === 'ready') return null;
      return `${server.name}: ${why ?? found.why} ${found.howTo}`;
    }),
  );
  const missing = results.filter((why) => why !== null);
  return { passed: results.length - missing.length, failed: 0, skipped: missing, output: '' };
}
