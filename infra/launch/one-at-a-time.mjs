// Two commands of one checkout may want the same thing made at once: two test workers the page, before either has it.

import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const LOOK_MS = 100;
/** A folder without a name in it, for so long, was left by a process that ended in between. */
const NAMELESS_MS = 2_000;

/** Does `work` while no other process does it under this lock, which is a folder. What a process that ended has left is taken over. */
export async function oneAtATime(lock, work) {
  await take(lock);
  try {
    return await work();
  } finally {
    rmSync(lock, { recursive: true, force: true });
  }
}

async function take(lock) {
  let namelessMs = 0;
  while (!isMade(lock)) {
    const holder = holderOf(lock);
    namelessMs = holder === null ? namelessMs + LOOK_MS : 0;
    if (holder === null ? namelessMs >= NAMELESS_MS : !isAlive(holder)) rmSync(lock, { recursive: true, force: true });
    else await sleep(LOOK_MS);
  }
  writeFileSync(join(lock, 'process'), String(process.pid));
}

function isMade(lock) {
  try {
    mkdirSync(lock);
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    return false;
  }
}

function holderOf(lock) {
  try {
    return Number(readFileSync(join(lock, 'process'), 'utf8')) || null;
  } catch {
    return null;
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
