/** Packages of the system, where they may be installed: as root, in continuous integration, on a Debian. */

import { gistOf, onPath, type Outcome, run } from '../places.ts';

/** How long the locks of others, as of an unattended upgrade, are waited for. */
const LOCK_S = 600;
const PAUSE_MS = 2_000;
const LOCKED = /Could not get lock|Unable to lock/;

/** One installer at a time: what is asked for meanwhile waits here, and not at the lock. */
let last: Promise<unknown> = Promise.resolve();

/** Whether this is a machine of continuous integration where system packages may be installed. */
export function mayUseApt(): boolean {
  return process.env['CI'] === 'true' && process.getuid?.() === 0 && onPath('apt-get') !== null;
}

/**
 * Installs Debian packages where `mayUseApt`, and answers why it could not, or null. Packages that are asked for at the same time are installed
 * one after the other, and locks that other programs hold are waited for.
 */
export function aptInstall(...names: readonly string[]): Promise<string | null> {
  const done = last.then(() => installNow(names));
  last = done.catch(() => undefined);
  return done;
}

async function installNow(names: readonly string[]): Promise<string | null> {
  const args = ['install', '-y', '--no-install-recommends', ...names];
  let outcome = await aptGet(args);
  if (outcome.code !== 0) {
    // The lists are missing, as in a slim container, or older than the archive.
    await aptGet(['update']);
    outcome = await aptGet(args);
  }
  return outcome.code === 0 ? null : `apt-get install ${names.join(' ')} failed: ${gistOf(outcome.output)}`;
}

/** apt-get waits by itself for the lock of dpkg, and for no other: that of the lists it reports at once. */
async function aptGet(args: readonly string[]): Promise<Outcome> {
  const fromMs = performance.now();
  for (;;) {
    const outcome = await run('apt-get', ['-o', `DPkg::Lock::Timeout=${LOCK_S}`, ...args], {
      env: { DEBIAN_FRONTEND: 'noninteractive' },
    });
    const isLate = performance.now() - fromMs > LOCK_S * 1_000;
    if (outcome.code === 0 || isLate || !LOCKED.test(outcome.output)) return outcome;
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}
