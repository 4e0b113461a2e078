import { openFolderStore } from '../folder/folder-store.ts';
import { testPorts } from './test-ports.ts';

// A process that races others: `node racer.ts FOLDER NAME TURNS [changing]`. Each turn reads the object `race`, appends a line of its
// own under the condition that nothing changed, and prints the line once it has won. With `changing`, what it writes is now and then
// too large for the journal, so that rows and files take each other's place.

const LARGE = '#'.repeat(300_000);
const [folder = '', name = '', turns = '1', how = ''] = process.argv.slice(2);
const store = await openFolderStore(testPorts, { folder });
const key = 'race';

async function turn(number: number, i: number): Promise<void> {
  const line = `${name}-${number}-${i}`;
  for (;;) {
    const blob = await store.get(key);
    const lines = blob === null ? '' : Buffer.from(blob.bytes).toString().replaceAll('#', '');
    const text = `${lines}${line}\n${how === 'changing' && (number + i) % 2 === 0 ? LARGE : ''}`;
    const outcome =
      blob === null
        ? await store.createIfAbsent(key, Buffer.from(text))
        : await store.replaceIf(key, blob.etag, Buffer.from(text));
    if (outcome.kind === 'written') break;
    if (outcome.kind === 'unsure') throw outcome.cause;
  }
  process.stdout.write(`${line}\n`);
}

async function lane(number: number): Promise<void> {
  for (let i = 0; i < Number(turns); i++) await turn(number, i);
}

await Promise.all(Array.from({ length: 10 }, (_, number) => lane(number)));
store.close();
