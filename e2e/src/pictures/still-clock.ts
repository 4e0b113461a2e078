/**
 * What the services of the pictures take for the time: the moment in a file, from which it goes on twenty times as slowly as on the wall, so
 * that a picture says "9:41" on a slow machine too. The file is read whenever somebody asks: once it is written, all clocks are set. Given
 * to Node by `--import`.
 */

import { readFileSync } from 'node:fs';

/** Names the file. */
const FILE = process.env['PICTURES_CLOCK'];
const SLOWNESS = 20;

if (FILE !== undefined) keepTimeBy(FILE);

function keepTimeBy(file: string): void {
  const Real = Date;
  let moment = 0;
  let since = 0;
  const now = (): number => {
    const written = Number(readFileSync(file, 'utf8'));
    if (written !== moment) [moment, since] = [written, performance.now()];
    return moment + Math.floor((performance.now() - since) / SLOWNESS);
  };
  Real.now = now;
  globalThis.Date = new Proxy(Real, {
    construct: (target, given: unknown[], made) => {
      const made_: unknown = Reflect.construct(target, given.length === 0 ? [now()] : given, made);
      return made_ as object;
    },
    apply: () => new Real(now()).toString(),
  });
}
