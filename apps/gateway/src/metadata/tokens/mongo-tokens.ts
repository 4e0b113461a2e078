import type { Binary, Db } from 'mongodb';
import { mustPersonId } from '../ids-in-bytes.ts';
import { asked, readAll, readOne } from '../mongo/asking.ts';
import { bin, hashBin, idOf } from '../mongo/binary.ts';
import { isLiving } from '../mongo/living.ts';
import { knownScopes } from './scopes.ts';
import type { TokenRecord, TokenStore } from './token-store.ts';

interface TokenDoc {
  readonly _id: Binary;
  readonly person: Binary;
  readonly hash: Binary;
  readonly name: string;
  readonly scopes: readonly string[];
  readonly createdAt: number;
  readonly usedAt: number | null;
  readonly expiresAt: number | null;
}

/** Personal tokens in MongoDB. */
export function mongoTokens(db: Db): TokenStore {
  const tokens = db.collection<TokenDoc>('tokens');
  return {
    // Kept first, then looked: what ends sessions counts first and removes tokens then, so that one of the two sees the other.
    tryAddToken: async ({ id, person, hash, name, scopes, createdAt, usedAt, expiresAt }, epoch) => {
      const keys = { _id: bin(id), person: bin(person), hash: hashBin(hash) };
      await asked(() => tokens.insertOne({ ...keys, name, scopes, createdAt, usedAt, expiresAt }));
      if (await isLiving(db, keys.person, epoch)) return true;
      await asked(() => tokens.deleteOne({ _id: keys._id }));
      return false;
    },
    tokensOf: async (person) =>
      await readAll(tokens.find({ person: bin(person) }).sort({ createdAt: 1, _id: 1 }), toToken),
    tokenByHash: async (hash) => await readOne(() => tokens.findOne({ hash: hashBin(hash) }), toToken),
    setTokenUsed: async (id, at) => {
      await asked(() => tokens.updateOne({ _id: bin(id) }, { $set: { usedAt: at } }));
    },
    removeToken: async (person, id) => {
      const { deletedCount } = await asked(() => tokens.deleteOne({ _id: bin(id), person: bin(person) }));
      return deletedCount === 1;
    },
  };
}

function toToken(doc: TokenDoc): TokenRecord {
  const { name, createdAt, usedAt, expiresAt } = doc;
  const [id, hash, person] = [idOf(doc._id), idOf(doc.hash), mustPersonId(doc.person.value())];
  return { id, person, hash, name, scopes: knownScopes(doc.scopes), createdAt, usedAt, expiresAt };
}
