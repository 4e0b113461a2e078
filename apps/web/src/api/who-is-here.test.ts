import { parsePersonId } from '@bough/base';
import type { SessionFacts } from '@bough/contracts';
import { expect, it } from 'vitest';
import { keptFrom, textOf } from './kept-person.ts';
import { isSignInOffered, whoIsHere } from './who-is-here.ts';

const id = parsePersonId('AZNq0J9XcAC_gV0T3bYw1g');
if (id === null) throw new Error('not an id');
const ada = { id, name: 'Ada', email: 'ada@example.org', isGuest: false, hue: 2 };
const facts: SessionFacts = { person: ada, csrf: 'a-token', mayMakeMaps: false, awaitsCode: false };

it('who was here is kept without the token, and read back', () => {
  const text = textOf(facts);
  expect(text).not.toContain('a-token');
  expect(keptFrom(text)).toEqual({ person: ada, mayMakeMaps: false });
  expect(textOf({ ...facts, person: null })).toBeNull();
  for (const wrong of [null, '', 'AZNq0J9XcAC_gV0T3bYw1g', '{"person":null}', '{"person":{"id":1}}']) {
    expect(keptFrom(wrong)).toBeNull();
  }
});

it('until the server has answered, and without it, they are here; signing in is offered only when it is certain that nobody has', () => {
  const kept = { person: ada, mayMakeMaps: false };
  for (const session of [{ kind: 'unknown' }, { kind: 'unreachable' }] as const) {
    expect(whoIsHere(session, kept)).toEqual({ person: ada, mayMakeMaps: false });
    expect(whoIsHere(session, null)).toEqual({ person: null, mayMakeMaps: true });
    expect(isSignInOffered(session)).toBe(false);
  }
  const known = (person: SessionFacts['person']) => ({ kind: 'known', facts: { ...facts, person } }) as const;
  const guest = { ...ada, isGuest: true };
  expect(whoIsHere(known(ada), kept)).toEqual({ person: ada, mayMakeMaps: false });
  expect(whoIsHere(known(guest), kept)).toEqual({ person: guest, mayMakeMaps: false });
  expect(whoIsHere(known(null), kept)).toEqual({ person: null, mayMakeMaps: false });
  expect([ada, guest, null].map((person) => isSignInOffered(known(person)))).toEqual([false, true, true]);
});
