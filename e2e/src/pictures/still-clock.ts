/**
 * What the services and the page of the pictures take for the time: the moment in a file, and whoever writes another one there sets all
 * clocks. It passes twenty times as slowly as on the wall, so that a picture says "9:41" on a slow machine too. Given to Node by `--import`.
 */

import { readFileSync } from 'node:fs';

/** Names the file. */
const FILE = process.env['PICTURES_CLOCK'];
const SLOWNESS = 20;
const LOOKS_EVERY_MS = 25;

if (FILE !== undefined) keepTimeBy(FILE);

function keepTimeBy(file: string): void {
  const Real = Date;
  let moment = Number(readFileSync(file, 'utf8'));
  let since = performance.now();
  const now = (): number => moment + Math.floor((performance.now() - since) / SLOWNESS);
  const look = (): void => {
    const written = Number(readFileSync(file, 'utf8'));
    // Written at this instant it may be empty.
    if (written === 0 || written === moment) return;
    moment = written;
    since = performance.now();
  };
  setInterval(look, LOOKS_EVERY_MS).unref();
  Real.now = now;
  globalThis.Date = new Proxy(Real, {
    construct: (target, given: unknown[], made) => {
      const made_: unknown = Reflect.construct(target, given.length === 0 ? [now()] : given, made);
      return made_ as object;
    },
    apply: () => new Real(now()).toString(),
  });
}
