import { SERVERS } from '../servers/all.ts';
import type { ServerName } from '../servers/server.ts';

/** Brings those servers that are missing, all at once; says what is being done. Answers what could not be had, and how to get it. */
export async function bringServers(
  names: readonly ServerName[],
  say: (line: string) => void,
): Promise<readonly string[]> {
  const results = await Promise.all(
    names.map(async (name) => {
      const server = SERVERS[name];
      if (server.find().kind === 'ready') return null;
      const why = await server.install(say).catch((error: unknown) => String(error));
      const found = server.find();
      if (found.kind === 'ready') return null;
      return `${server.name}: ${why ?? found.why} ${found.howTo}`;
    }),
  );
  return results.filter((why) => why !== null);
}
