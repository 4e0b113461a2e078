import { idBytes, mustPersonId } from '../ids-in-bytes.ts';
import { bytes, type Row, text } from '../sqlite/rows.ts';
import type { SqliteDatabase } from '../sqlite/sqlite-database.ts';
import { THESE, these } from '../sqlite/these.ts';
import type { PictureRecord, PictureStore } from './picture-store.ts';

/** Pictures of people in SQLite. */
export function sqlitePictures(db: SqliteDatabase): PictureStore {
  return {
    setPicture: async ({ person, hash, bytes: kept }) => {
      // Of somebody who left meanwhile nothing is kept.
      const sql = `INSERT INTO pictures (person, hash, bytes) SELECT ?1, ?2, ?3 WHERE EXISTS (SELECT 1 FROM people WHERE id = ?1)
        ON CONFLICT (person) DO UPDATE SET hash = excluded.hash, bytes = excluded.bytes`;
      db.run(sql, idBytes(person), hash, Buffer.from(kept).toString('base64'));
    },
    removePicture: async (person) => {
      db.run('DELETE FROM pictures WHERE person = ?', idBytes(person));
    },
    picture: async (person) => db.readOne(toPicture, 'SELECT * FROM pictures WHERE person = ?', idBytes(person)),
    pictureHashes: async (people) => {
      const rows = db.all(`SELECT person, hash FROM pictures WHERE person IN ${THESE}`, these(people));
      return new Map(rows.map((row) => [mustPersonId(bytes(row['person'])), text(row['hash'])]));
    },
  };
}

function toPicture(row: Row): PictureRecord {
  const kept = Buffer.from(text(row['bytes']), 'base64');
  return { person: mustPersonId(bytes(row['person'])), hash: text(row['hash']), bytes: kept };
}
