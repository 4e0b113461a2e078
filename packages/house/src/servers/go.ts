import { mkdirSync } from 'node:fs';
import { cacheFolder, gistOf, onPath, run } from './places.ts';

/** Builds a Go program into the cache; answers why it could not, or null. */
export async function installWithGo(name: string, module: string, say: (line: string) => void): Promise<string | null> {
  const go = onPath('go');
  if (go === null) return whyNoGo(name).why;
  say(`Building ${name} with Go (once, some minutes) ...`);
  const folder = cacheFolder('go');
  mkdirSync(folder, { recursive: true });
  const outcome = await run(go, ['install', module], { env: { GOBIN: folder, CGO_ENABLED: '0' }, cwd: folder });
  return outcome.code === 0 ? null : `go install ${module} failed: ${gistOf(outcome.output)}`;
}

/** What to say where a Go program is neither on PATH nor in the cache. */
export function whyNoGo(name: string): { why: string; howTo: string } {
  return onPath('go') === null
    ? {
        why: `${name} is not on PATH and there is no Go to build it.`,
        howTo: 'Install Go 1.26 or newer (https://go.dev/dl).',
      }
    : { why: `${name} is not built yet.`, howTo: 'Run npm test once with a network: it builds it.' };
}
