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

const YEAR_MS = 365 * 24 * 3_600_000;
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

test('[GW-247] tokens without an end from before go on for a year; those with one keep it', async () => {
  const folder = newFolder();
  const before = new DatabaseSync(join(folder, 'metadata.sqlite'));
  const step = STEPS.findIndex((each) => each.includes('UPDATE tokens SET expires_at'));
  before.exec(`${STEPS.slice(0, step).join(';')}; PRAGMA user_version = ${step}`);
  const owner = newPersonId();
  const keep = before.prepare(
    `INSERT INTO tokens (id, person, hash, name, scopes, created_at, expires_at) VALUES (?, ?, ?, '', '[]', 1, ?)`,
  );
  for (const [end] of [[null], [5]] as const)
    keep.run(idBytes(newPersonId()), idBytes(owner), idBytes(newPersonId()), end);
  before.close();
  const fromMs = Math.floor(Date.now() / 1_000) * 1_000;
  const after = openSqliteFile(folder);
  const ends = (await after.tokensOf(owner))
    .map(({ expiresAt }) => expiresAt)
    .toSorted((a, b) => Number(a) - Number(b));
  expect(ends[0]).toBe(5);
  expect(ends[1]).toBeGreaterThanOrEqual(fromMs + YEAR_MS);
  expect(ends[1]).toBeLessThanOrEqual(Date.now() + YEAR_MS);
  await after.close();
});
