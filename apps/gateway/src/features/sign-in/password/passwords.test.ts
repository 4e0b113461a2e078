import { readdirSync, readFileSync } from 'node:fs';
import { seededRandom } from '@bough/base/testing';
import { expect, test } from 'vitest';
import { isCommonPassword } from './common-passwords.ts';
import { mustBeGood, PASSWORD_COST, Passwords } from './passwords.ts';

const CHEAP = { memoryKib: 64, passes: 1, lanes: 1 };
const cheap = new Passwords({ random: seededRandom(1) }, { cost: CHEAP });

test('[GW-62] a password is kept as argon2id with 64 MiB and three passes, salted anew each time, and verified', async () => {
  expect(PASSWORD_COST).toEqual({ memoryKib: 65_536, passes: 3, lanes: 1 });
  const real = new Passwords({ random: seededRandom(2) }, { cost: PASSWORD_COST });
  const written = await real.hash('correct horse battery');
  expect(written).toMatch(/^\$argon2id\$v=19\$m=65536,t=3,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
  expect(await real.verify(written, 'correct horse battery')).toBe('right');
  expect(await cheap.hash('the same')).not.toBe(await cheap.hash('the same'));
});

test('[GW-62] nothing else than the password is right, however its letters were typed; of no password nothing is', async () => {
  const written = await cheap.hash('caf\u00e9 au lait');
  expect(await cheap.verify(written, 'cafe\u0301 au lait')).toBe('right');
  for (const wrong of ['cafe au lait', 'caf\u00e9 au lait ', 'Caf\u00e9 au lait', '']) {
    expect(await cheap.verify(written, wrong)).toBe('wrong');
  }
  for (const none of [null, '', '$argon2id$v=19$m=64,t=1,p=1$$', '$2b$10$nonsense', `${written}x`]) {
    expect(await cheap.verify(none, 'caf\u00e9 au lait')).toBe('wrong');
  }
});

test('[GW-62] a hash of other parameters is verified, and said to be due for a new one', async () => {
  const older = new Passwords({ random: seededRandom(3) }, { cost: { memoryKib: 32, passes: 2, lanes: 1 } });
  const written = await older.hash('correct horse battery');
  expect(await cheap.verify(written, 'correct horse battery')).toBe('right, hash anew');
  expect(await cheap.verify(written, 'incorrect horse')).toBe('wrong');
});

test('[GW-62] a published vector of argon2id is met', async () => {
  // `echo -n password | argon2 somesalt -id -t 2 -m 16 -p 1 -l 32` of the reference implementation.
  const written = '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc';
  expect(await cheap.verify(written, 'password')).toBe('right, hash anew');
});

test('[GW-63] more than two hashes never run at once, and of more than a hundred who wait the next is told to come back', async () => {
  const passwords = new Passwords({ random: seededRandom(4) }, { cost: CHEAP });
  const settled = await Promise.allSettled(Array.from({ length: 105 }, () => passwords.verify(null, 'x')));
  const refused = settled.filter(({ status }) => status === 'rejected');
  // A hundred wait, and one or two run, as the machine has cores.
  expect([3, 4]).toContain(refused.length);
  for (const each of refused) expect(each).toMatchObject({ reason: { code: 'gateway/busy', kind: 'unavailable' } });
  expect(await passwords.verify(null, 'x')).toBe('wrong');
});

test('[GW-63] a thread that hashes gives way to all others, and no other thread does', async () => {
  // Elsewhere threads have no priorities of their own.
  if (process.platform !== 'linux') return;
  const nicenessOf = (): readonly number[] =>
    readdirSync('/proc/self/task').map((thread) => {
      const fields = readFileSync(`/proc/self/task/${thread}/stat`, 'utf8')
        .replace(/^.*\) /, '')
        .split(' ');
      return Number(fields[16]);
    });
  const usual = Math.min(...nicenessOf());
  await cheap.hash('correct horse battery');
  const seen = nicenessOf();
  expect(seen.filter((niceness) => niceness !== usual).every((niceness) => niceness === Math.max(10, usual))).toBe(
    true,
  );
  expect(seen).toContain(Math.max(10, usual));
  expect(
    readFileSync('/proc/self/stat', 'utf8')
      .replace(/^.*\) /, '')
      .split(' ')[16],
  ).toBe(String(usual));
});

test('[GW-62] a new password has 8 to 128 characters and is none that everybody tries, nor the address', () => {
  const code = (password: string): string => {
    try {
      mustBeGood(password, 'ada.lovelace@b.example');
      return 'good';
    } catch (failure) {
      return failure instanceof Error && 'code' in failure ? String(failure.code) : 'thrown';
    }
  };
  for (const good of ['eightfol', '\u{1f333}'.repeat(8), 'x'.repeat(128), 'pass word', 'Ada Lovelace']) {
    expect([good, code(good)]).toEqual([good, 'good']);
  }
  const bad = ['sevenof', '\u{1f333}'.repeat(7), 'x'.repeat(129), 'password', 'PassWord', 'q1w2e3r4', 'ADA.lovelace'];
  for (const each of [...bad, 'ada.lovelace@B.example', '']) {
    expect([each, code(each)]).toEqual([each, 'gateway/weak-password']);
  }
  expect(isCommonPassword('13101988')).toBe(true);
  expect(isCommonPassword('')).toBe(false);
});
