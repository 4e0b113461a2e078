// The logs of the services, kept small: NAME.log grows to so many bytes, then it becomes NAME.log.1, and what was that NAME.log.2; the oldest
// goes. A service holds its log open, so what it wrote is copied away and the file emptied: it appends, and goes on at the beginning.

import {
  closeSync,
  copyFileSync,
  existsSync,
  fstatSync,
  ftruncateSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';

/** How large a log grows, and how many older ones stay. */
const LOG_LIMITS = { bytes: 50_000_000, kept: 5 };

const PIECE = Buffer.alloc(1 << 20);

/** Moves an old log away, so that a process begins a new one. */
export function beginLog(path, { kept } = LOG_LIMITS) {
  if (!existsSync(path) || statSync(path).size === 0) return;
  makeRoom(path, kept);
  renameSync(path, `${path}.1`);
}

/** Empties a log that has grown too large, while its process writes on; answers why that could not be, or null. */
export function rotateLog(path, { bytes, kept } = LOG_LIMITS) {
  try {
    if (!existsSync(path) || statSync(path).size < bytes) return null;
    makeRoom(path, kept);
    moveOut(path, `${path}.1`);
    return null;
  } catch (error) {
    rmSync(`${path}.1.part`, { force: true, recursive: true });
    return error.message;
  }
}

function makeRoom(path, kept) {
  rmSync(`${path}.${kept}`, { force: true });
  for (let n = kept - 1; n >= 1; n--) if (existsSync(`${path}.${n}`)) renameSync(`${path}.${n}`, `${path}.${n + 1}`);
}

/** What comes while most of it is copied is copied after it, and then the file is emptied at once. */
function moveOut(path, to) {
  const part = `${to}.part`;
  copyFileSync(path, part);
  const [from, out] = [openSync(path, 'r+'), openSync(part, 'a', 0o600)];
  try {
    let at = fstatSync(out).size;
    for (let count; (count = readSync(from, PIECE, 0, PIECE.length, at)) > 0; at += count)
      writeSync(out, PIECE, 0, count);
    ftruncateSync(from);
  } finally {
    closeSync(from);
    closeSync(out);
  }
  renameSync(part, to);
}
