import { expect, test } from 'vitest';
import { added, commandsOf, databaseReader, folderOf, storageReader } from './asked.ts';

test('[HOUSE-132] requests to a store are named by what they do, and to which kind of object', () => {
  const read = storageReader();
  const asked = (line: string): readonly string[] => read(Buffer.from(`${line} HTTP/1.1\r\nhost: store\r\n\r\n`));
  expect(asked('GET /first/heads/abc?x-id=GetObject')).toEqual(['GET heads']);
  expect(asked('PUT /first/logs/abc/segments/1-9-x?x-id=PutObject')).toEqual(['PUT segments']);
  expect(asked('GET /first?list-type=2&prefix=mirrored%2F')).toEqual(['LIST mirrored']);
  expect(asked('GET /first?list-type=2&prefix=')).toEqual(['LIST everything']);
  expect(asked('GET /first?list-type=2&prefix=logs%2Fabc%2F')).toEqual(['LIST logs']);
  expect(read(Buffer.from('sealed bytes'))).toEqual([]);
});

test('[HOUSE-132] objects are of the kind that their key says', () => {
  expect(
    ['heads/a', 'logs/a/snapshots/3-x', 'logs/a/assets/h', 'exports/a/7-h.0', 'upkeep/state'].map(folderOf),
  ).toEqual(['heads', 'snapshots', 'assets', 'exports', 'upkeep']);
});

function message(name: string, value: string | number): Buffer {
  const text = Buffer.from(typeof value === 'string' ? `${value}\0` : '');
  const field = typeof value === 'string' ? Buffer.alloc(4 + text.length) : Buffer.alloc(4);
  if (typeof value === 'string') {
    field.writeInt32LE(text.length);
    text.copy(field, 4);
  }
  const type = typeof value === 'string' ? 2 : 16;
  const document = Buffer.concat([
    Buffer.alloc(4),
    Buffer.from([type]),
    Buffer.from(`${name}\0`),
    field,
    Buffer.alloc(1),
  ]);
  const header = Buffer.alloc(16);
  header.writeInt32LE(21 + document.length, 0);
  header.writeInt32LE(2013, 12);
  return Buffer.concat([header, Buffer.alloc(5), document]);
}

test('[HOUSE-132] commands to MongoDB are named with their collection, however their bytes are cut into pieces', () => {
  const bytes = Buffer.concat([message('find', 'revocations'), message('hello', 1), message('insert', 'audit')]);
  const names = ['find revocations', 'hello', 'insert audit'];
  expect(databaseReader()(bytes)).toEqual(names);
  for (const size of [1, 7, 20, 50]) {
    const read = databaseReader();
    const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, n) =>
      bytes.subarray(n * size, (n + 1) * size),
    );
    expect(pieces.flatMap(read)).toEqual(names);
  }
});

test('what Redis counts is read, and what came since is told, the most first', () => {
  const before = commandsOf('# Commandstats\r\ncmdstat_publish:calls=10,usec=3\r\ncmdstat_ping:calls=2,usec=1\r\n');
  const after = commandsOf(
    'cmdstat_publish:calls=15,usec=3\r\ncmdstat_ping:calls=2,usec=1\r\ncmdstat_set:calls=9,usec=1',
  );
  expect(added(before, after)).toEqual([
    ['set', 9],
    ['publish', 5],
  ]);
});
