import { Failure } from '@bough/base';
import { openFolderStore } from '../folder-store.ts';
import { testPorts } from './test-ports.ts';

// A process that writes once, on a disk that fails: `node disk-writer.ts FOLDER WORK`. It prints what it was told: the outcome, or the code.

const [folder = '', work = ''] = process.argv.slice(2);
const store = await openFolderStore(testPorts, { folder });
const bytes = Buffer.from('new');

async function write(): Promise<string> {
  switch (work) {
    case 'create':
      return (await store.createIfAbsent('a/new', bytes)).kind;
    case 'replace':
      return (await store.replaceIf('a/row', (await store.get('a/row'))?.etag ?? '', bytes)).kind;
    default:
      await store.put('a/file', bytes, { isCopy: work === 'copy' });
      return 'written';
  }
}

const told = await write().catch((failure: unknown) => (failure instanceof Failure ? failure.code : String(failure)));
process.stdout.write(`${told}\n`);
store.close();
