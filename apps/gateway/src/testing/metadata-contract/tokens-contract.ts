import { expect, test } from 'vitest';
import type { Metadata } from '../../metadata/metadata.ts';
import type { TokenRecord } from '../../metadata/tokens/token-store.ts';
import { AT, ids, newHash, newPersonId, race } from './fixtures.ts';

/** What is kept about personal tokens, and about requests that are done once. */
export function tokensContract(open: () => Metadata): void {
  test('[GW-90] a token is found by its hash until it is removed, by its person alone', async () => {
    const [person, other] = [newPersonId(), newPersonId()];
    const token: TokenRecord = {
      id: ids.long(),
      person,
      hash: newHash(),
      name: 'build',
      scopes: ['maps:read', 'sharing'],
      createdAt: AT,
      usedAt: null,
      expiresAt: AT + 5,
    };
    const second = { ...token, id: ids.long(), hash: newHash(), createdAt: AT + 1, expiresAt: null };
    for (const each of [token, second]) await open().addToken(each);
    expect(await open().tokensOf(person)).toEqual([token, second]);
    await open().setTokenUsed(token.id, AT + 2);
    expect(await open().tokenByHash(token.hash)).toEqual({ ...token, usedAt: AT + 2 });
    expect(await open().tokenByHash(newHash())).toBeNull();
    expect(await open().removeToken(other, token.id)).toBe(false);
    expect((await race(() => open().removeToken(person, token.id))).filter(Boolean)).toHaveLength(1);
    expect(await open().tokenByHash(token.hash)).toBeNull();
    expect(await open().tokensOf(person)).toEqual([second]);
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
