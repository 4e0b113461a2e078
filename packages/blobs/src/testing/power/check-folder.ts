import { openFolderStore } from '../../folder/folder-store.ts';
import { testPorts } from '../test-ports.ts';
import { bytesOf, type Told } from './steps.ts';

/** Opens what a power cut left and answers what is not as it was promised; empty when all is well. */
export async function problemsOf(folder: string, told: Told): Promise<readonly string[]> {
  const problems: string[] = [];
  const store = await openFolderStore(testPorts, { folder });
  try {
    const there = new Set((await store.list('')).entries.map(({ key }) => key));
    for (const key of told.keys) {
      const blob = await store.get(key);
      const expected = told.expected(key);
      if (expected === null) continue;
      const isAsPromised = expected.some((step) =>
        step === null || blob === null ? step === blob : bytesOf(step).equals(blob.bytes),
      );
      const wanted = expected.map((step) => (step === null ? 'nothing' : `step ${step.number}`)).join(' or ');
      if (!isAsPromised) problems.push(`${key}: ${wanted} must be there, not ${blob && describe(blob.bytes)}`);
      if (there.has(key) !== (blob !== null)) problems.push(`${key} is ${blob === null ? '' : 'not '}listed`);
    }
    const lines = Buffer.from((await store.get('heads/shared'))?.bytes ?? [])
      .toString()
      .split('\n');
    const lost = told.shared.filter((line) => !lines.includes(line));
    if (lost.length > 0) problems.push(`of the shared text these lines are lost: ${lost.join(', ')}`);
    problems.push(...(await goesOn(store)));
  } finally {
    store.close();
  }
  return problems;
}

/** It takes writes again. */
async function goesOn(store: Awaited<ReturnType<typeof openFolderStore>>): Promise<readonly string[]> {
  const made = await store.createIfAbsent('heads/after', Buffer.from('made'));
  if (made.kind !== 'written') return [`a new object was ${made.kind}`];
  const replaced = await store.replaceIf('heads/after', made.etag, Buffer.from('replaced'));
  const text = Buffer.from((await store.get('heads/after'))?.bytes ?? []).toString();
  return replaced.kind === 'written' && text === 'replaced' ? [] : [`a replaced object was ${replaced.kind}: ${text}`];
}

function describe(bytes: Uint8Array): string {
  return `${bytes.length} bytes that begin ${JSON.stringify(Buffer.from(bytes.subarray(0, 40)).toString('latin1'))}`;
}
