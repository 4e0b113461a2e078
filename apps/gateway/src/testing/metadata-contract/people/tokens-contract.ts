import type { PersonId } from '@bough/base';
import { expect, test } from 'vitest';
import type { Metadata } from '../../../metadata/metadata.ts';
import type { TokenRecord } from '../../../metadata/tokens/token-store.ts';
import { AT, guest, ids, newAddress, newHash, newPersonId, race } from '../fixtures.ts';

/** What is kept about personal tokens, and about requests that are done once. */
export function tokensContract(open: () => Metadata): void {
  const member = async (): Promise<PersonId> => {
    const person = guest();
    await open().addPerson(person);
    return person.id;
  };

  test('[GW-90] a token is found by its hash until it is removed, by its person alone', async () => {
    const [person, other] = [await member(), newPersonId()];
    const token = newToken(person);
    const second = { ...token, id: ids.long(), hash: newHash(), createdAt: AT + 1, expiresAt: null };
    for (const each of [token, second]) expect(await open().tryAddToken(each, 0)).toBe(true);
    expect(await open().tokensOf(person)).toEqual([token, second]);
    await open().setTokenUsed(token.id, AT + 2);
    expect(await open().tokenByHash(token.hash)).toEqual({ ...token, usedAt: AT + 2 });
    expect(await open().tokenByHash(newHash())).toBeNull();
    expect(await open().removeToken(other, token.id)).toBe(false);
    expect((await race(() => open().removeToken(person, token.id))).filter(Boolean)).toHaveLength(1);
    expect(await open().tokenByHash(token.hash)).toBeNull();
    expect(await open().tokensOf(person)).toEqual([second]);
  });

  test('[GW-242] tokens end with all sessions of their person, or their address, and with nobody else’s', async () => {
    const [person, other] = [await member(), await member()];
    for (const token of [newToken(person), newToken(person), newToken(other)]) await open().tryAddToken(token, 0);
    await open().endSessions(person, AT);
    expect([await open().tokensOf(person), (await open().tokensOf(other)).length]).toEqual([[], 1]);
    const [from, to] = [newAddress(), newAddress()];
    await open().tryClaimEmail(person, from);
    await open().tryAddToken(newToken(person), 1);
    expect(await open().tryChangeEmail(person, to, newAddress())).toBe(false);
    expect(await open().tokensOf(person)).toHaveLength(1);
    expect(await open().tryChangeEmail(person, from, to)).toBe(true);
    expect([await open().tokensOf(person), (await open().tokensOf(other)).length]).toEqual([[], 1]);
  });

  test('[GW-246] a session that was ended leaves no token behind, however close they come', async () => {
    const person = await member();
    await open().endSessions(person, AT);
    expect(await open().tryAddToken(newToken(person), 0)).toBe(false);
    expect(await open().tryAddToken(newToken(newPersonId()), 5)).toBe(false);
    expect(await open().tokensOf(person)).toEqual([]);
    for (let epoch = 1; epoch < 6; epoch++) {
      const made = race(async () => {
        const token = newToken(person);
        return (await open().tryAddToken(token, epoch)) ? token : null;
      });
      const ended = open().endSessions(person, AT);
      await Promise.all([made, ended]);
      expect(await open().tokensOf(person)).toEqual([]);
      // Whoever begins a session after that has tokens as before.
      const next = newToken(person);
      expect(await open().tryAddToken(next, epoch + 1)).toBe(true);
      expect(await open().removeToken(person, next.id)).toBe(true);
    }
  });

  test('[GW-91] of any number of requests with one key one is done, and the others are told what it answered', async () => {
    const [hash, request] = [newHash(), newHash()];
    const begin = (at = AT, staleBefore = 0, what = request) =>
      open().beginRepeatable({ hash, request: what, at }, staleBefore);
    const kinds = (await race(() => begin())).map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === 'begun')).toHaveLength(1);
    expect(kinds.filter((kind) => kind === 'busy')).toHaveLength(kinds.length - 1);
    expect(await begin(AT, 0, newHash())).toEqual({ kind: 'other' });
    expect(await begin(AT + 5, AT)).toEqual({ kind: 'busy' });
    expect(await begin(AT + 5, AT + 1)).toEqual({ kind: 'begun' });
    const answer = { status: 201, headers: { etag: '"x"' }, body: '{"ä":1}' };
    await open().endRepeatable(hash, answer);
    expect(await begin(AT + 9, AT + 9)).toEqual({ kind: 'answered', answer });
    await open().dropRepeatable(hash);
    expect(await begin()).toEqual({ kind: 'answered', answer });
    await open().pruneRepeatables(AT + 6);
    expect(await begin()).toEqual({ kind: 'begun' });
    await open().dropRepeatable(hash);
    expect(await begin()).toEqual({ kind: 'begun' });
  });
}

function newToken(person: PersonId): TokenRecord {
  return {
    id: ids.long(),
    person,
    hash: newHash(),
    name: 'build',
    scopes: ['maps:read', 'sharing'],
    createdAt: AT,
    usedAt: null,
    expiresAt: AT + 5,
  };
}
