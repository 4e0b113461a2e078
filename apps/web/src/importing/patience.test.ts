import { err, ok, type Result } from '@bough/base';
import { expect, it } from 'vitest';
import type { Trouble } from '../api/api.ts';
import { type Patience, patiently } from './patience.ts';

const refused = (code: string, kind: 'unavailable' | 'invalid', retryAfterS?: number): Trouble => ({
  kind: 'refused',
  problem: { kind, code, message: 'No.', requestId: 'AAAAAAAAAAAAAAAA' },
  ...(retryAfterS === undefined ? {} : { retryAfterS }),
});
const LIMIT = refused('gateway/too-many', 'unavailable', 7);
const BUSY = refused('docstore/busy', 'unavailable');
const AWAY: Trouble = { kind: 'unreachable' };

/** Asks a server that says these things in turn, and then yes. */
async function askOf(says: readonly Trouble[], isRepeatable: boolean) {
  const [waits, told, left] = [new Array<number>(), new Array<number | null>(), [...says]];
  const patience: Patience = {
    signal: new AbortController().signal,
    wait: (ms) => Promise.resolve(void waits.push(ms / 1_000)),
    onWait: (seconds) => told.push(seconds),
  };
  const ask = (): Promise<Result<string, Trouble>> => {
    const trouble = left.shift();
    return Promise.resolve(trouble === undefined ? ok('yes') : err(trouble));
  };
  return { answer: await patiently(ask, patience, { isRepeatable }), waits, told };
}

it('[WEB-9] a limit is waited for as long as the server says, however often, and told', async () => {
  const { answer, waits, told } = await askOf(
    Array.from({ length: 400 }, () => LIMIT),
    false,
  );
  expect([answer, waits.length, new Set(waits)]).toEqual([ok('yes'), 400, new Set([7])]);
  expect(told.slice(0, 3)).toEqual([7, null, 7]);
  expect((await askOf([refused('gateway/too-many', 'unavailable')], false)).waits).toEqual([10]);
});

it('[WEB-9] a server that is busy or away is asked again for a minute', async () => {
  expect(await askOf([BUSY, AWAY, BUSY], true)).toMatchObject({ answer: ok('yes'), waits: [1, 2, 4], told: [] });
  const { answer, waits } = await askOf(
    Array.from({ length: 20 }, () => AWAY),
    true,
  );
  expect([answer, waits.reduce((sum, seconds) => sum + seconds)]).toEqual([err(AWAY), 61]);
});

it('[WEB-9] what may have arrived is not sent twice, and a refusal stays one', async () => {
  expect(await askOf([BUSY], false)).toMatchObject({ answer: ok('yes') });
  const unsure = refused('docstore/not-kept', 'unavailable');
  for (const trouble of [AWAY, unsure]) expect(await askOf([trouble], false)).toMatchObject({ answer: err(trouble) });
  for (const trouble of [refused('docstore/full', 'unavailable'), refused('docstore/no-image', 'invalid')])
    expect(await askOf([trouble], true)).toMatchObject({ answer: err(trouble), waits: [] });
});

it('[WEB-9] whoever stops it waits for nothing more', async () => {
  const stop = new AbortController();
  const wait = (): Promise<void> => {
    stop.abort(new Error('stopped'));
    return Promise.resolve();
  };
  let asked = 0;
  const ask = (): Promise<Result<string, Trouble>> => {
    asked++;
    return Promise.resolve(err(LIMIT));
  };
  const patience: Patience = { signal: stop.signal, wait, onWait: () => undefined };
  await expect(patiently(ask, patience, { isRepeatable: true })).rejects.toThrow('stopped');
  expect(asked).toBe(1);
});
