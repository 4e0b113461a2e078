import type { MapId } from '@bough/base';
import { Binary, type Collection, type Db, type Filter } from 'mongodb';
import { mustMapId } from '../ids-in-bytes.ts';
import { asked, unlessDuplicate } from '../mongo/asking.ts';
import { bin } from '../mongo/binary.ts';
import type { WordStore } from './word-store.ts';

interface WordsDoc {
  /** The map. */
  readonly _id: Binary;
  readonly seq: number;
  /** Absent where it was written before there were lineages. */
  readonly lineage?: string;
  readonly words: readonly string[];
  readonly texts: Binary;
  /** Absent where it was never so. */
  readonly behind?: boolean;
}

/** Above every character that a word has. */
const END = '\u{10ffff}';
const PAGE = 1_000;

/** The inverted index in MongoDB: one record a map, so that an update is one write, with an index over the words in it. */
export function mongoWords(db: Db): WordStore {
  const all = wordsIn(db);
  return {
    putWords: async ({ map, lineage, seq, words, texts }) => {
      const [_id, set] = [bin(map), { lineage, seq, words, texts: new Binary(texts), behind: false }];
      // A later one that is there already makes the insert of the upsert fail.
      const $or = [{ lineage: { $ne: lineage } }, { seq: { $lte: seq } }];
      await unlessDuplicate(() => all.updateOne({ _id, $or }, { $set: set }, { upsert: true }));
    },
    mapsWith: async (ids, words, prefix) => {
      const needs: Filter<WordsDoc>[] = words.map((word) => ({ words: word }));
      if (prefix !== null) needs.push({ words: { $elemMatch: { $gte: prefix, $lt: prefix + END } } });
      if (needs.length === 0) return ids;
      const filter = { _id: { $in: ids.map((id) => bin(id)) }, $and: needs };
      const found = all.find(filter).project<{ readonly _id: Binary }>({ _id: 1 });
      return (await asked(() => found.toArray())).map(({ _id }) => mustMapId(_id.value()));
    },
    textsOf: async (ids) => {
      const found = all.find({ _id: { $in: ids.map((id) => bin(id)) } }).project<Omit<WordsDoc, 'words'>>({ words: 0 });
      return (await asked(() => found.toArray())).map(({ _id, seq, texts }) => {
        return { map: mustMapId(_id.value()), seq, texts: new Uint8Array(texts.value()) };
      });
    },
    wordsName: async (map) => {
      const found = all.find({ _id: bin(map) }).project<Pick<WordsDoc, 'lineage' | 'seq'>>({ lineage: 1, seq: 1 });
      const [{ lineage, seq } = { seq: 0 }] = await asked(() => found.toArray());
      return lineage === undefined ? null : { lineage, seq };
    },
    setBehind: async (map, isBehind) => {
      await asked(() => all.updateOne({ _id: bin(map) }, { $set: { behind: isBehind } }));
    },
    mapsBehind: async (ids) => {
      const found = all.find({ _id: { $in: ids.map((id) => bin(id)) }, behind: true });
      const docs = await asked(() => found.project<{ readonly _id: Binary }>({ _id: 1 }).toArray());
      return docs.map(({ _id }) => mustMapId(_id.value()));
    },
    setOthersBehind: async (beginning) => {
      const isOther = {
        $or: [{ lineage: { $lt: beginning } }, { lineage: { $gte: beginning + END } }, { lineage: { $exists: false } }],
      };
      await asked(() => all.updateMany({ ...isOther, behind: { $ne: true } }, { $set: { behind: true } }));
    },
    mapsWithoutWords: (after, limit) => mapsWithoutWords(db, after, limit),
  };
}

/** So many maps whose words are not there, or are behind, page by page of all maps. */
async function mapsWithoutWords(db: Db, after: MapId | null, limit: number): Promise<readonly MapId[]> {
  const [all, maps] = [wordsIn(db), db.collection<{ readonly _id: Binary }>('maps')];
  const without: MapId[] = [];
  let from = after === null ? null : bin(after);
  while (without.length < limit) {
    const page = maps.find(from === null ? {} : { _id: { $gt: from } }).sort({ _id: 1 });
    const ids = (await asked(() => page.limit(PAGE).project<{ readonly _id: Binary }>({ _id: 1 }).toArray())).map(
      ({ _id }) => _id,
    );
    const have = all.find({ _id: { $in: ids }, behind: { $ne: true } }).project<{ readonly _id: Binary }>({ _id: 1 });
    const known = new Set((await asked(() => have.toArray())).map(({ _id }) => mustMapId(_id.value())));
    without.push(...ids.map((id) => mustMapId(id.value())).filter((id) => !known.has(id)));
    from = ids.at(-1) ?? null;
    if (from === null || ids.length < PAGE) break;
  }
  return without.slice(0, limit);
}

function wordsIn(db: Db): Collection<WordsDoc> {
  return db.collection<WordsDoc>('map_words');
}
