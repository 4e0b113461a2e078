import { randomInt } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

// A server that is killed and started again lets go of its port in between, and several runs of tests may share a machine. So a port
// is claimed by a file with the number of the process that uses it, and is its until it ends, whether anything listens there or not.

/** Below those that systems hand out to whoever connects, which could be taken before they are used. */
const PORTS = { from: 20_000, to: 32_000 } as const;
const TRIES = 100;
const CLAIMS = join(tmpdir(), `bough-ports-${process.getuid?.() ?? 'all'}`);
const claimed = new Set<number>();

/** A port that nothing listens on and no other process of Bough's claims; this one's until it ends. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < TRIES; tries++) {
    const port = randomInt(PORTS.from, PORTS.to);
    if (tryClaim(port) && (await isFree(port))) return port;
  }
  throw new Error('no loopback port is to be had');
}

/** Claims the port; false: this process or another one that lives has it. */
export function tryClaim(port: number): boolean {
  if (claimed.has(port)) return false;
  const path = join(CLAIMS, String(port));
  mkdirSync(CLAIMS, { recursive: true });
  for (const isSecondTry of [false, true]) {
    try {
      writeFileSync(path, String(process.pid), { flag: 'wx' });
      if (claimed.size === 0) process.once('exit', letGo);
      claimed.add(port);
      return true;
    } catch {
      if (isSecondTry || isHeld(path)) return false;
      rmSync(path, { force: true });
    }
  }
  return false;
}

function letGo(): void {
  for (const port of claimed) rmSync(join(CLAIMS, String(port)), { force: true });
}

/** Whether the process that wrote the claim lives; of another person's it is taken to. */
function isHeld(path: string): boolean {
  try {
    process.kill(Number(readFileSync(path, 'utf8')), 0);
    return true;
  } catch (failure) {
    const code = failure instanceof Error && 'code' in failure ? failure.code : null;
    return code !== 'ESRCH' && code !== 'ENOENT';
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  const isTaken = await new Promise<boolean>((resolve) => {
    server.once('error', () => resolve(true)).listen(port, '127.0.0.1', () => resolve(false));
  });
  if (!isTaken) await new Promise((resolve) => server.close(resolve));
  return !isTaken;
}
