import { hashBytes, text } from '../sqlite/rows.ts';
import type { SqliteDatabase } from '../sqlite/sqlite-database.ts';
import { mustBeAnswer } from './kept-answer.ts';
import type { RepeatStore } from './repeat-store.ts';

/** Requests that are done once, in SQLite. */
export function sqliteRepeats(db: SqliteDatabase): RepeatStore {
  return {
    beginRepeatable: async ({ hash, request, at }, staleBefore) =>
      db.together(() => {
        db.run('DELETE FROM repeatables WHERE hash = ? AND answer IS NULL AND at < ?', hashBytes(hash), staleBefore);
        const begin = 'INSERT OR IGNORE INTO repeatables (hash, request, at) VALUES (?, ?, ?)';
        if (db.run(begin, hashBytes(hash), hashBytes(request), at) === 1) return { kind: 'begun' };
        const known = db.get(
          'SELECT answer, request = ? AS same FROM repeatables WHERE hash = ?',
          hashBytes(request),
          hashBytes(hash),
        );
        if (known?.['same'] !== 1) return { kind: 'other' };
        if (known['answer'] === null) return { kind: 'busy' };
        return { kind: 'answered', answer: mustBeAnswer(text(known['answer'])) };
      }),
    endRepeatable: async (hash, answer) => {
      db.run('UPDATE repeatables SET answer = ? WHERE hash = ?', JSON.stringify(answer), hashBytes(hash));
    },
    dropRepeatable: async (hash) => {
      db.run('DELETE FROM repeatables WHERE hash = ? AND answer IS NULL', hashBytes(hash));
    },
    pruneRepeatables: async (before) => {
      db.run('DELETE FROM repeatables WHERE at < ?', before);
    },
  };
}
