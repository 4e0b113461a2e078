import { seededRandom } from '@bough/base/testing';
import { expect, test } from 'vitest';
import { keepsBy, stateOf, type Way, WAYS } from './power-states.ts';
import { inOrder } from './in-order.ts';
import { RecordedDisk } from './recorded-disk.ts';
import { readCalls } from './strace-calls.ts';

const hex = (text: string): string =>
  `"${[...Buffer.from(text)].map((byte) => `\\x${byte.toString(16).padStart(2, '0')}`).join('')}"`;

const WRITE_ASIDE = [
  `7  openat(AT_FDCWD, ${hex('/d/aside/x')}, O_WRONLY|O_CREAT|O_EXCL|O_CLOEXEC, 0600) = 5`,
  `7  write(5, ${hex('one')}, 3) = 3`,
];
const FLUSH = '7  fsync(5)       = 0';
const RENAME = ['7  close(5) = 0', `7  rename(${hex('/d/aside/x')}, ${hex('/d/a')}) = 0`];
const FLUSH_FOLDER = [
  `7  openat(AT_FDCWD, ${hex('/d')}, O_RDONLY|O_CLOEXEC) = 6`,
  '7  fsync(6) = 0',
  '7  close(6) = 0',
];

/** What each way of cutting leaves of the file `a`, after these lines. */
function leftOf(lines: readonly string[], ways: readonly Way[] = WAYS): ReadonlySet<string | null> {
  const disk = new RecordedDisk(
    '/d',
    new Map([
      ['aside', null],
      ['a', Buffer.from('old')],
    ]),
  );
  for (const call of inOrder(readCalls(lines.join('\n')))) disk.follow(call);
  const left = new Set<string | null>();
  for (let seed = 1; seed <= 40; seed++) {
    for (const way of ways) {
      const state = stateOf(disk.root, keepsBy(way, disk.root, seededRandom(seed)));
      left.add(state.left.get('a')?.toString() ?? null);
    }
  }
  return left;
}

test('[BLOB-15] a file that was written aside, flushed and renamed is the old one or the new one', () => {
  expect(leftOf([...WRITE_ASIDE, FLUSH, ...RENAME])).toEqual(new Set(['old', 'one']));
});

test('[BLOB-15] once its folder was flushed too, it is the new one', () => {
  expect(leftOf([...WRITE_ASIDE, FLUSH, ...RENAME, ...FLUSH_FOLDER])).toEqual(new Set(['one']));
});

test('[BLOB-15] renamed before it was flushed, it may be empty, or zeros', () => {
  expect(leftOf([...WRITE_ASIDE, ...RENAME, ...FLUSH_FOLDER])).toEqual(new Set(['', '\0\0\0', 'one']));
});

test('[BLOB-15] a flush covers what had ended when it began, and nothing later', () => {
  const during = [
    '7  fsync(5 <unfinished ...>',
    `8  pwrite64(5, ${hex('two')}, 3, 0) = 3`,
    '7  <... fsync resumed>) = 0',
    ...RENAME,
    ...FLUSH_FOLDER,
  ];
  const thread = '7  clone3({flags=CLONE_VM|CLONE_FS|CLONE_FILES|CLONE_THREAD}, 88) = 8';
  expect(leftOf([thread, ...WRITE_ASIDE, ...during])).toEqual(new Set(['one', 'two']));
});

test('[BLOB-15] a write of several sectors may be torn at each of them', () => {
  const long = 'x'.repeat(1_024);
  const lines = [`7  openat(AT_FDCWD, ${hex('/d/a')}, O_RDWR) = 5`, `7  pwrite64(5, ${hex(long)}, 1024, 0) = 1024`];
  const left = leftOf(lines, ['sectors']);
  const zeros = '\0'.repeat(512);
  expect(left).toContain(`old${'\0'.repeat(509)}${long.slice(512)}`);
  expect(left).toContain(long.slice(512) + zeros);
  expect(left).toContain(long);
  expect(left).toContain('old');
});

test('[BLOB-15] a folder whose own name was not flushed takes with it what was flushed inside', () => {
  const lines = [
    `7  mkdir(${hex('/d/new')}, 0700) = 0`,
    `7  openat(AT_FDCWD, ${hex('/d/new/f')}, O_WRONLY|O_CREAT, 0600) = 5`,
    FLUSH,
    `7  openat(AT_FDCWD, ${hex('/d/new')}, O_RDONLY) = 6`,
    '7  fsync(6) = 0',
  ];
  const disk = new RecordedDisk('/d');
  for (const call of readCalls(lines.join('\n'))) disk.follow(call);
  const left = (way: Way): string[] => [...stateOf(disk.root, keepsBy(way, disk.root, seededRandom(1))).left.keys()];
  expect([left('nothing'), left('all')]).toEqual([[], ['new', 'new/f']]);
});

test('[BLOB-15] what the model of a disk does not know is not passed over', () => {
  const disk = new RecordedDisk('/d', new Map([['a', Buffer.from('old')]]));
  const [call] = readCalls(`7  link(${hex('/d/a')}, ${hex('/d/b')}) = 0`);
  if (call === undefined) throw new Error('there is a call');
  expect(() => disk.follow(call)).toThrow('link is not known');
});

test('[BLOB-15] a folder was made before what was put there, whichever of both strace tells of first', () => {
  const lines = [
    `7  mkdir(${hex('/d/new')}, 0700 <unfinished ...>`,
    `8  rename(${hex('/d/a')}, ${hex('/d/new/a')}) = 0`,
    '7  <... mkdir resumed>) = 0',
  ];
  const disk = new RecordedDisk('/d', new Map([['a', Buffer.from('old')]]));
  for (const call of inOrder(readCalls(lines.join('\n')))) disk.follow(call);
  expect([...stateOf(disk.root, () => true).left.keys()]).toEqual(['new', 'new/a']);
});

test('[BLOB-15] a number that is given to another file is not closed by who had it before', () => {
  const [open = '', write = ''] = WRITE_ASIDE;
  const closing = ['8  close(5 <unfinished ...>', open, '8  <... close resumed>) = 0'];
  const thread = '7  clone3({flags=CLONE_VM|CLONE_FILES|CLONE_THREAD}, 88) = 8';
  expect(leftOf([thread, ...closing, write, FLUSH, ...RENAME, ...FLUSH_FOLDER])).toEqual(new Set(['one']));
});
