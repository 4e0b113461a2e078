import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { newMapId, newPersonId } from '../../testing/metadata-contract/fixtures.ts';
import { openMetadataToRead } from '../open-metadata.ts';
import { beginAnew, lossOfPeople, openSqliteFile } from './sqlite-metadata.ts';

const GONE = { code: 'gateway/metadata', message: expect.stringContaining('is gone or empty') as string };
const HINT = expect.stringMatching(/restore PLACE.*accept-loss people/) as string;

/** A data folder with a map in a list, closed. */
async function used(): Promise<{ readonly folder: string; readonly path: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'bough-people-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const metadata = openSqliteFile(folder);
  await metadata.addMap({ id: newMapId(), title: 'kept', createdAt: 1 }, newPersonId());
  await metadata.close();
  return { folder, path: join(folder, 'metadata.sqlite') };
}

test.each(['gone', '0 bytes'])(
  '[GW-287] a database of people that is %s is not begun anew, nor backed up, until that is accepted',
  async (how) => {
    const { folder, path } = await used();
    if (how === 'gone') rmSync(path);
    else truncateSync(path);
    const settings = { BOUGH_METADATA: 'sqlite', BOUGH_MONGODB_URL: null, BOUGH_DATA: folder } as const;
    for (const open of [
      async () => openSqliteFile(folder),
      async () => await openMetadataToRead(settings, 'as it was'),
    ]) {
      await expect(open()).rejects.toMatchObject({ ...GONE, hint: HINT });
    }
    expect(lossOfPeople(folder)).toMatchObject(GONE);
    beginAnew(folder);
    expect(lossOfPeople(folder)).toBe(null);
    const anew = openSqliteFile(folder);
    expect(await anew.isEmpty()).toBe(true);
    await anew.close();
  },
);

test('[GW-287] an empty database that an older Bough began in the place of the lost one is refused too', async () => {
  const { folder, path } = await used();
  rmSync(path);
  const mark = readFileSync(join(folder, 'people.json'));
  rmSync(join(folder, 'people.json'));
  await openSqliteFile(folder).close();
  writeFileSync(join(folder, 'people.json'), mark);
  expect(() => openSqliteFile(folder)).toThrow(expect.objectContaining(GONE));
});

test('[GW-288] restoring works where the database is gone; half of a restore leaves it refused, and a whole one is the folder’s', async () => {
  const { folder, path } = await used();
  rmSync(path);
  await openSqliteFile(folder, 'may begin anew').close();
  expect(() => openSqliteFile(folder)).toThrow(expect.objectContaining(GONE));
  const restored = openSqliteFile(folder, 'may begin anew');
  await restored.addMap({ id: newMapId(), title: 'back', createdAt: 1 }, newPersonId());
  await restored.close();
  await openSqliteFile(folder).close();
  rmSync(path);
  expect(() => openSqliteFile(folder)).toThrow(expect.objectContaining(GONE));
});

test('[GW-289] a folder from before the note gets it at the first opening; a database with people from elsewhere is taken', async () => {
  const { folder, path } = await used();
  rmSync(join(folder, 'people.json'));
  await openSqliteFile(folder).close();
  writeFileSync(join(folder, 'people.json'), '{"database":');
  await openSqliteFile(folder).close();
  expect(readFileSync(join(folder, 'people.json'), 'utf8')).toMatch(/^\{"database":\d+\}\n$/);
  rmSync(path);
  expect(() => openSqliteFile(folder)).toThrow(expect.objectContaining(GONE));
});

test.each([30_000, 4_096])(
  '[GW-290] a database that was cut off after %i bytes is called damaged, with what to do',
  async (bytes) => {
    const { folder, path } = await used();
    truncateSync(path, bytes);
    expect(() => openSqliteFile(folder)).toThrow(
      expect.objectContaining({
        code: 'gateway/metadata',
        message: expect.stringContaining('is damaged') as string,
        hint: expect.stringContaining('restore PLACE') as string,
      }),
    );
  },
);
