import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { newMapId, newPersonId } from '../../testing/metadata-contract/fixtures.ts';
import { metadataContract } from '../../testing/metadata-contract/metadata-contract.ts';
import { openSqlite, openSqliteFile } from './sqlite-metadata.ts';

const shared = openSqlite(':memory:');
afterAll(() => shared.close());
metadataContract(() => shared);

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'bough-metadata-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

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
