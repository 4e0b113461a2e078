import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { forgetPlace, mustHaveBeenUsed, mustNotBeEmptied, notePlace } from './kept-place.ts';

function newData(): string {
  const data = mkdtempSync(join(tmpdir(), 'bough-place-'));
  onTestFinished(() => rmSync(data, { recursive: true }));
  return data;
}

test('[DOC-152] only the folder that is noted is refused, only while nothing is in it, and not once that is accepted', async () => {
  const data = newData();
  const note = { data, which: 'second' } as const;
  const folder = join(data, 'blobs');
  await mustNotBeEmptied(note, folder);
  await notePlace(note, folder);
  const emptied = {
    code: 'docstore/emptied',
    kind: 'corrupt',
    hint: expect.stringContaining('accept-loss second') as string,
  };
  await expect(mustNotBeEmptied(note, folder)).rejects.toMatchObject(emptied);
  mkdirSync(folder);
  await expect(mustNotBeEmptied(note, folder)).rejects.toMatchObject(emptied);
  await mustNotBeEmptied({ data, which: 'first' }, folder);
  await mustNotBeEmptied(note, join(data, 'other'));
  mkdirSync(join(folder, 'heads'));
  writeFileSync(join(folder, 'heads', 'a'), '');
  await mustNotBeEmptied(note, folder);
  rmSync(folder, { recursive: true });
  await forgetPlace(note);
  await mustNotBeEmptied(note, folder);
});

test('[DOC-152] a note that is no note says nothing, and one that cannot be written keeps nobody from working', async () => {
  const data = newData();
  writeFileSync(join(data, 'first-location.json'), '{"folder":');
  await mustNotBeEmptied({ data, which: 'first' }, join(data, 'blobs'));
  writeFileSync(join(data, 'file'), '');
  await notePlace({ data: join(data, 'file'), which: 'first' }, join(data, 'blobs'));
});

test('[DOC-226] a folder in which nothing was ever kept is told from one that is empty now', async () => {
  const data = newData();
  const [note, folder] = [{ data, which: 'first' as const }, join(data, 'blobs')];
  await expect(mustHaveBeenUsed(note, folder)).rejects.toMatchObject({ code: 'docstore/never-used' });
  await notePlace(note, folder);
  await mustHaveBeenUsed(note, folder);
  await forgetPlace(note);
  mkdirSync(join(folder, '.journal'), { recursive: true });
  await mustHaveBeenUsed(note, folder);
});
