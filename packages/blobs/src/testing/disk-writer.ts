import { once } from 'node:events';
import { Failure } from '@bough/base';
import { openFolderStore } from '../folder/folder-store.ts';
import { testPorts } from './test-ports.ts';

// A process that writes once, on a disk that fails: `node disk-writer.ts FOLDER WORK [waiting]`. It prints what it was told: the outcome,
// or the code. With `waiting` it says when the folder is open, and writes when its standard input ends.

const [folder = '', work = '', how = ''] = process.argv.slice(2);
const store = await openFolderStore(testPorts, { folder });
if (how === 'waiting') {
  process.stdout.write('open\n');
  await once(process.stdin.resume(), 'end');
}
const bytes = Buffer.from('new');

async function write(): Promise<string> {
  switch (work) {
    case 'create':
      return (await store.createIfAbsent('a/new', bytes)).kind;
    case 'replace':
      return (await store.replaceIf('a/row', (await store.get('a/row'))?.etag ?? '', bytes)).kind;
    case 'remove':
      await store.remove('a/file');
      return 'written';
    default:
      await store.put('a/file', bytes, { isCopy: work === 'copy' });
      return 'written';
  }
}

const told = await write().catch((failure: unknown) => (failure instanceof Failure ? failure.code : String(failure)));
process.stdout.write(`${told}\n`);
store.close();
