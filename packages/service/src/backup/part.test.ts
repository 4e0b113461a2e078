import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { sharedSettings } from '../settings/common-settings.ts';
import { VERSION } from '../version.ts';
import { readPartLine, readPartRows, tellSettings, writePart } from './part.ts';
import { sealWithPassphrase, tryOpenWithPassphrase } from './passphrase.ts';

async function* of<T>(...all: readonly T[]): AsyncGenerator<T> {
  yield* all;
}

async function lines(): Promise<string[]> {
  const written: string[] = [];
  const head = { part: 'gateway', settings: [], secrets: null } as const;
  const end = () => ({ maps: ['m'], people: ['p'] });
  await writePart(head, of({ name: 'Ann' }, { name: 'Bo' }), end, async (line) => void written.push(line));
  return written;
}

async function rows(all: readonly string[]): Promise<unknown[]> {
  const read: unknown[] = [];
  for await (const row of readPartRows('gateway', of(...all))) read.push(row);
  return read;
}

test('[SVC-35] a part is read from its beginning to its end, and half of one is none', async () => {
  const all = await lines();
  expect(await rows(all)).toEqual([{ name: 'Ann' }, { name: 'Bo' }]);
  for (const half of [all.slice(0, -1), all.slice(1), [...all.slice(0, 2), ...all.slice(3)], []]) {
    await expect(rows(half)).rejects.toThrow();
  }
  expect(readPartLine(all.at(-1) ?? '')).toMatchObject({ kind: 'end', end: { maps: ['m'], people: ['p'], rows: 2 } });
});

test('[SVC-35] a part of a newer Bough is refused with the name of that version', async () => {
  const [head = '', ...rest] = await lines();
  const newer = JSON.stringify({ ...JSON.parse(head), format: 2, bough: '0.9.0', more: true });
  await expect(rows([newer, ...rest])).rejects.toThrow('Bough 0.9.0');
});

test('[SVC-35] settings are told as they are written, secrets only sealed and only when wanted', () => {
  const written = new Map([
    ['BOUGH_PUBLIC_URL', 'https://maps.example.org'],
    ['BOUGH_MONGODB_URL', 'mongodb://ann:secret@host'],
    ['BOUGH_S3_BUCKET', 'of docstore'],
  ]);
  const plain = tellSettings(sharedSettings, written, null);
  expect(plain).toEqual({ settings: [['BOUGH_PUBLIC_URL', 'https://maps.example.org']], secrets: null });
  const { secrets } = tellSettings(sharedSettings, written, 'correct horse battery');
  expect(tryOpenWithPassphrase('correct horse battery', secrets ?? '')).toBe(
    '[["BOUGH_MONGODB_URL","mongodb://ann:secret@host"]]',
  );
});

test('[SVC-36] a passphrase opens what it sealed, whichever keyboard wrote it, and nothing else does', () => {
  const box = sealWithPassphrase('größe und maß', 'the words');
  expect(box).not.toContain('words');
  expect(tryOpenWithPassphrase('größe und maß'.normalize('NFD'), box)).toBe('the words');
  expect(tryOpenWithPassphrase('grosse und mass', box)).toBeNull();
  expect(tryOpenWithPassphrase('größe und maß', `${box.slice(0, -2)}AA`)).toBeNull();
  expect(tryOpenWithPassphrase('größe und maß', 'scrypt.40.8.1.AAAA.AAAA.AAAA')).toBeNull();
  expect(() => sealWithPassphrase('short', 'the words')).toThrow(
    expect.objectContaining({ code: 'service/wrong-setting' }),
  );
});

test('[SVC-35] the version is that of package.json', () => {
  const { version }: { version: unknown } = JSON.parse(
    readFileSync(new URL('../../../../package.json', import.meta.url), 'utf8'),
  );
  expect(VERSION).toBe(version);
});
