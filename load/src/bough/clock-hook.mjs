// Given to a process with --import: its clock is as far from the machine's as the file named by CHAOS_CLOCK says, in milliseconds. The
// file is read again and again, so that the clock jumps while the process runs and is as wrong when it starts anew.

import { readFileSync } from 'node:fs';

const AGAIN_MS = 200;
const RealDate = Date;
let offMs = 0;

function read() {
  try {
    offMs = Number(readFileSync(process.env['CHAOS_CLOCK'] ?? '', 'utf8'));
  } catch {
    offMs = 0;
  }
}

const now = () => RealDate.now() + offMs;
globalThis.Date = new Proxy(RealDate, {
  construct: (target, args, made) => Reflect.construct(target, args.length === 0 ? [now()] : args, made),
  apply: () => new RealDate(now()).toString(),
  get: (target, key) => (key === 'now' ? now : Reflect.get(target, key)),
});
read();
setInterval(read, AGAIN_MS).unref();
