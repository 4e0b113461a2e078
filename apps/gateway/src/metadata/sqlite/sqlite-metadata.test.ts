import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { newMapId, newPersonId } from '../../testing/metadata-contract/fixtures.ts';
import { metadataContract } from '../../testing/metadata-contract/metadata-contract.ts';
import { idBytes } from '../ids-in-bytes.ts';
import { SqliteDatabase } from './sqlite-database.ts';
import { STEPS } from './steps.ts';
import { openSqlite, openSqliteFile } from './sqlite-metadata.ts';

const shared = openSqlite(':memory:');
afterAll(() => shared.close());
metadataContract(() => shared);

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'bough-metadata-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

test('[GW-122] each commit is flushed before it counts', () => {
  const database = new SqliteDatabase(join(newFolder(), 'metadata.sqlite'));
  onTestFinished(() => database.close());
  const FULL = 2;
  expect(database.get('PRAGMA journal_mode')).toEqual({ journal_mode: 'wal' });
  expect(database.get('PRAGMA synchronous')).toEqual({ synchronous: FULL });
});

test('[GW-1] what was kept is there after the file is opened again', async () => {
  const folder = join(newFolder(), 'made', 'here');
  const first = openSqliteFile(folder);
  const [map, owner] = [newMapId(), newPersonId()];
  await first.addMap({ id: map, title: 'kept', createdAt: 1 }, owner);
  await first.close();
  const second = openSqliteFile(folder);
  expect(await second.mapsOf(owner)).toMatchObject([
    { id: map, title: 'kept', createdAt: 1, role: 'own', openedAt: 1 },
  ]);
  await second.close();
  await second.close();
});

test('[GW-7] a file that cannot be opened, and one of a newer Bough, are failures with a hint', async () => {
  const folder = newFolder();
  writeFileSync(join(folder, 'file'), '');
  expect(() => openSqliteFile(join(folder, 'file'))).toThrow(expect.objectContaining({ code: 'gateway/metadata' }));
  await openSqliteFile(folder).close();
  const db = new DatabaseSync(join(folder, 'metadata.sqlite'));
  db.exec('PRAGMA user_version = 1000');
  db.close();
  expect(() => openSqliteFile(folder)).toThrow(expect.objectContaining({ code: 'gateway/metadata' }));
});

test('[GW-95] a file from before is brought up to date step by step, and a step that fails leaves all as it was', async () => {
  const folder = newFolder();
  const path = join(folder, 'metadata.sqlite');
  const before = new DatabaseSync(path);
  before.exec(`${STEPS[0] ?? ''}; PRAGMA user_version = 1`);
  const [map, owner] = [newMapId(), newPersonId()];
  before.prepare('INSERT INTO maps (id, title, created_at) VALUES (?, ?, ?)').run(idBytes(map), 'from before', 1);
  // In the way of a later step, as a half-done one would be.
  before.exec('CREATE TABLE shelves (half)');
  before.close();
  expect(() => openSqliteFile(folder)).toThrow(expect.objectContaining({ code: 'gateway/metadata' }));
  const between = new DatabaseSync(path);
  expect(between.prepare('SELECT title FROM maps').get()).toEqual({ title: 'from before' });
  expect(between.prepare('PRAGMA table_info(maps)').all()).toHaveLength(3);
  between.exec('DROP TABLE shelves');
  between.close();
  const after = openSqliteFile(folder);
  expect(await after.entries([map], owner)).toMatchObject([{ title: 'from before', changedAt: 1, isStarred: false }]);
  await after.close();
});
