import { expect, test } from 'vitest';
import { mutate, parseSuite } from './suite.ts';

const lie = { name: 'n', file: 'src/a.ts', find: 'a < b', replace: 'a <= b', why: 'w' };

test('a lie is told where it fits exactly once', () => {
  expect(mutate('if (a < b) return;', lie)).toEqual({ ok: true, value: 'if (a <= b) return;' });
});

test('a lie that no longer fits the code, or fits twice, is an error', () => {
  expect(mutate('if (b > a) return;', lie)).toMatchObject({ ok: false });
  expect(mutate('a < b, a < b', lie)).toMatchObject({ ok: false });
});

test('a suite is read from a module, and nothing else is', () => {
  expect(parseSuite({ mutants: { run: ['x.ts'], mutants: [lie] } })).toEqual({
    ok: true,
    value: { run: ['x.ts'], mutants: [lie] },
  });
  expect(parseSuite({})).toMatchObject({ ok: false });
  expect(parseSuite({ mutants: { run: 'x.ts', mutants: [lie] } })).toMatchObject({ ok: false });
  expect(parseSuite({ mutants: { run: [], mutants: [{ name: 'n' }] } })).toMatchObject({ ok: false });
});
