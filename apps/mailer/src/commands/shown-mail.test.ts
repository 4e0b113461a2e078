import { afterEach, describe, expect, test } from 'vitest';
import { openSqliteOutbox } from '../outbox/sqlite-outbox.ts';
import { atEnd, endAll, folder } from '../testing/mail-world.ts';
import { letterTo } from '../testing/sender-world.ts';
import { showOutbox, whyNotShown } from './shown-mail.ts';

const OWN = process.getuid?.() ?? null;
const HERE = { isTerminal: true, uid: OWN };
const NOW = Date.UTC(2026, 10, 23, 9);

afterEach(endAll);

function opened() {
  const data = folder();
  const outbox = openSqliteOutbox(data);
  atEnd(() => outbox.close());
  const settings = { BOUGH_MAIL: 'outbox', BOUGH_METADATA: 'sqlite', BOUGH_DATA: data };
  const show = async (given: { readonly settings?: object; readonly here?: object }, ...words: readonly string[]) => {
    const said: string[] = [];
    const whyNot = whyNotShown({ ...settings, ...given.settings }, { ...HERE, ...given.here });
    const code = await showOutbox.run({ outbox, nowMs: NOW, whyNot, say: (line) => said.push(line) }, words);
    return { code, said: said.join('\n') };
  };
  const keep = async (id: string, text: string, at: number) => {
    const letter = { ...letterTo('ann@example.org'), text };
    await outbox.keep({ id, key: id, at, state: 'sent', letter }, at);
  };
  return { show, keep };
}

describe('the outbox on a terminal', () => {
  test('[MAIL-60] the latest mails are listed, newest last and without their words; one is shown with its link', async () => {
    const { show, keep } = opened();
    expect(await show({})).toEqual({ code: 0, said: 'There are no emails.' });
    for (let n = 0; n < 25; n++)
      await keep(`mail${n}`, `Open this: https://bough.example/#secret=${n}`, NOW - 60_000 + n);
    const { code, said } = await show({ here: { isTerminal: false } });
    const lines = said.split('\n');
    expect([code, lines.length, lines.at(-1)]).toEqual([0, 21, 'outbox ID shows one of them.']);
    expect(lines[0]).toMatch(/^mail5 {2}2026-11-23 08:59 {2}ann@example\.org {2}"/);
    expect(said).not.toContain('secret');
    const one = await show({}, 'mail7');
    expect([one.code, one.said]).toEqual([0, expect.stringContaining('https://bough.example/#secret=7')]);
    expect(one.said).not.toContain('secret=8');
    expect(await show({}, 'mail99')).toEqual({
      code: 1,
      said: expect.stringContaining('"mail99" is not one of the last'),
    });
  });

  test('[MAIL-60] a mail is shown on a terminal alone, to the user whom the data folder belongs to, and none that goes out by SMTP', async () => {
    const { show, keep } = opened();
    await keep('one', 'Open this: https://bough.example/#secret=1', NOW);
    const refused = [
      { here: { isTerminal: false } },
      { here: { uid: (OWN ?? 0) + 1 } },
      { settings: { BOUGH_DATA: '/no/such/folder' } },
      { settings: { BOUGH_MAIL: 'smtp' } },
    ];
    for (const given of refused) {
      const { code, said } = await show(given, 'one');
      expect([given, code, said]).toEqual([given, 1, expect.stringMatching(/^Nothing is shown: .*\.$/)]);
    }
    for (const given of refused.slice(1)) expect((await show(given)).code).toBe(1);
  });

  test('[MAIL-60] words of people in a mail steer no terminal', async () => {
    const { show, keep } = opened();
    await keep('one', 'Bo\u001b]52;c;aGk=\u0007 \u202eevil\u009b2J\rsays:\nhello', NOW);
    const { said } = await show({}, 'one');
    expect(said.split('\n').slice(-2)).toEqual([
      'Bo\\u001b]52;c;aGk=\\u0007 \\u202eevil\\u009b2J\\u000dsays:',
      'hello',
    ]);
  });
});
