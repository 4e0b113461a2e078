import { setImmediate } from 'node:timers/promises';
import { idBytes, mustMapId } from '../ids-in-bytes.ts';
import { bytes, integer, text } from '../sqlite/rows.ts';
import type { SqliteDatabase } from '../sqlite/sqlite-database.ts';
import { THESE, these } from '../sqlite/these.ts';
import type { WordStore } from './word-store.ts';

/** Above every character that a word has. */
const END = '\u{10ffff}';
const PUT = 'INSERT OR IGNORE INTO map_words (word, map) SELECT value, ?1 FROM json_each(?2)';
const REMOVE = 'DELETE FROM map_words WHERE map = ?1 AND word IN (SELECT value FROM json_each(?2))';
const ROWS_AT_ONCE = 2_000;

/** The inverted index in SQLite: a row for each word of each map, and what changed is all that is written. */
export function sqliteWords(db: SqliteDatabase): WordStore {
  return {
    putWords: async ({ map, lineage, seq, words, texts }) => {
      const id = idBytes(map);
      // Statements are synchronous: the words of a large map go in bit by bit, so that the last step, which counts, is short.
      for (let at = 0; at < words.length; at += ROWS_AT_ONCE) {
        if (at > 0) await setImmediate();
        db.run(PUT, id, JSON.stringify(words.slice(at, at + ROWS_AT_ONCE)));
      }
      db.together(() => {
        const kept = db.get('SELECT seq FROM map_texts WHERE map = ? AND lineage = ?', id, lineage);
        if (kept !== null && integer(kept['seq']) > seq) return;
        const known = new Set(db.all('SELECT word FROM map_words WHERE map = ?', id).map((row) => text(row['word'])));
        const lost = words.filter((word) => !known.delete(word));
        if (lost.length > 0) db.run(PUT, id, JSON.stringify(lost));
        if (known.size > 0) db.run(REMOVE, id, JSON.stringify([...known]));
        const put = `INSERT INTO map_texts (map, lineage, seq, texts) VALUES (?, ?, ?, ?) ON CONFLICT (map)
          DO UPDATE SET lineage = excluded.lineage, seq = excluded.seq, texts = excluded.texts, behind = 0`;
        db.run(put, id, lineage, seq, texts);
      });
    },
    mapsWith: async (maps, words, prefix) => {
      const needs = words.map(() => 'EXISTS (SELECT 1 FROM map_words WHERE word = ? AND map = these.id)');
      if (prefix !== null) {
        needs.push('EXISTS (SELECT 1 FROM map_words WHERE map = these.id AND word >= ? AND word < ?)');
      }
      const from = 'WITH these (id) AS (SELECT unhex(value) FROM json_each(?)) SELECT id FROM these';
      const sql = needs.length === 0 ? from : `${from} WHERE ${needs.join(' AND ')}`;
      const values = prefix === null ? words : [...words, prefix, prefix + END];
      return db.all(sql, these(maps), ...values).map((row) => mustMapId(bytes(row['id'])));
    },
    textsOf: async (maps) =>
      db.all(`SELECT * FROM map_texts WHERE map IN ${THESE}`, these(maps)).map((row) => {
        return { map: mustMapId(bytes(row['map'])), seq: integer(row['seq']), texts: bytes(row['texts']) };
      }),
    wordsName: async (map) => {
      const row = db.get("SELECT lineage, seq FROM map_texts WHERE map = ? AND lineage <> ''", idBytes(map));
      return row === null ? null : { lineage: text(row['lineage']), seq: integer(row['seq']) };
    },
    setBehind: async (map, isBehind) => {
      db.run('UPDATE map_texts SET behind = ?2 WHERE map = ?1 AND behind <> ?2', idBytes(map), isBehind ? 1 : 0);
    },
    mapsBehind: async (maps) => {
      const sql = `SELECT map FROM map_texts WHERE behind = 1 AND map IN ${THESE}`;
      return db.all(sql, these(maps)).map((row) => mustMapId(bytes(row['map'])));
    },
    setOthersBehind: async (beginning) => {
      const sql = 'UPDATE map_texts SET behind = 1 WHERE behind = 0 AND substr(lineage, 1, length(?1)) <> ?1';
      db.run(sql, beginning);
    },
    mapsWithoutWords: async (after, limit) => {
      const sql = `SELECT id FROM maps WHERE id > ? AND NOT EXISTS
        (SELECT 1 FROM map_texts WHERE map = maps.id AND behind = 0) ORDER BY id LIMIT ?`;
      const from = after === null ? new Uint8Array(0) : idBytes(after);
      return db.all(sql, from, limit).map((row) => mustMapId(bytes(row['id'])));
    },
  };
}
