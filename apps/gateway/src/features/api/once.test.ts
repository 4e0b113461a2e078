import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { VirtualClock } from '@bough/base/testing';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import type { Metadata } from '../../metadata/metadata.ts';
import type { Repeatable } from '../../metadata/repeats/repeat-store.ts';
import { openSqlite } from '../../metadata/sqlite/sqlite-metadata.ts';
import { deriveKeys } from '../../secrets/keys.ts';
import { newAccount, Program } from '../../testing/visitors/program.ts';
import { openWorld, type World } from '../../testing/world.ts';
import { OnceOnly } from './once.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld(['docstore', 'mailer']);
  return world.end;
});

test('[GW-413] the secret of a share link that a program makes stands nowhere in the database', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'once-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const metadata = openSqlite(join(folder, 'metadata.sqlite'));
  const gateway = await world.start({ limitsFactor: 1_000 }, metadata);
  const browser = await newAccount({ ...world, metadata }, gateway);
  const program = await Program.of(browser);
  const { id: map } = await browser.makeMap('A title that stands there');
  const make = () => program.ask('POST', `/maps/${map}/links`, { role: 'edit' }, { 'idempotency-key': 'one' });
  const [made, again] = [await make(), await make()];
  expect(made.json.secret).toMatch(/^[\w-]{43}$/);
  // Its answer may have been lost: who sends the same again is answered as before.
  expect([again.json, again.headers['idempotent-replayed']]).toEqual([made.json, 'true']);
  await gateway.stop();
  await metadata.close();
  const files = readdirSync(folder).map((name) => readFileSync(join(folder, name)));
  const kept = Buffer.concat(files).toString('latin1');
  expect(kept).toContain('A title that stands there');
  expect([kept.includes(made.json.secret), kept.includes(program.token)]).toEqual([false, false]);
});

/** A store, what was begun in it, and work done once with these cookie keys. */
function storeOf(): {
  readonly metadata: Metadata;
  readonly begun: Repeatable[];
  readonly ask: (secrets: readonly string[], key?: string) => Promise<unknown>;
} {
  const metadata = openSqlite(':memory:');
  onTestFinished(() => metadata.close());
  const begun: Repeatable[] = [];
  const noting: Metadata = {
    ...metadata,
    beginRepeatable: (what, staleBefore) => {
      begun.push(what);
      return metadata.beginRepeatable(what, staleBefore);
    },
  };
  const clock = new VirtualClock();
  const ask = async (secrets: readonly string[], key = 'one'): Promise<unknown> => {
    const once = new OnceOnly({ metadata: noting, clock, repeatKeys: deriveKeys(secrets).repeats });
    const { answer } = await once.run({ key, who: 'ada', what: ['a link'] }, async () => ({ secret: 'the first' }));
    return answer;
  };
  return { metadata, begun, ask };
}

test('[GW-413] an answer is opened by the key that sealed it, for its own request alone', async () => {
  const { metadata, begun, ask } = storeOf();
  const first = { secret: 'the first' };
  expect([await ask(['older']), await ask(['newest', 'older'])]).toEqual([first, first]);
  await expect(ask(['newest'])).rejects.toMatchObject({ code: 'gateway/key-reused' });
  // Put in the place of another one's answer, it says nothing.
  await ask(['older'], 'two');
  const [one = expect.unreachable()] = begun;
  const kept = await metadata.beginRepeatable(one, 0);
  if (kept.kind === 'answered') await metadata.endRepeatable(begun.at(-1)?.hash ?? '', kept.answer);
  expect(kept.kind).toBe('answered');
  await expect(ask(['older'], 'two')).rejects.toMatchObject({ code: 'gateway/key-reused' });
});

test('[GW-413] what an older Bough kept is answered for its day', async () => {
  const { metadata, begun, ask } = storeOf();
  await ask(['older']);
  const hash = begun[0]?.hash ?? expect.unreachable();
  await metadata.endRepeatable(hash, { status: 200, headers: {}, body: '{"secret":"of before"}' });
  expect(await ask(['older'])).toEqual({ secret: 'of before' });
  await metadata.endRepeatable(hash, { status: 200, headers: {}, body: '' });
  expect(await ask(['older'])).toBeUndefined();
});
