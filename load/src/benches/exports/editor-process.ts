import { waitedMsOf } from '../../bough/process.ts';
import { Changer, retitle } from './changer.ts';
import type { Asked, Edit } from './editor.ts';

// A process in which somebody edits one map for as long as it is told to, and does nothing else; see editor.ts.

const EVERY_MS = 25;

async function edit(changer: Changer, { map, docstorePid, forMs }: Asked): Promise<readonly Edit[]> {
  const edits: Edit[] = [];
  const untilMs = performance.now() + forMs;
  while (performance.now() < untilMs) {
    const [docstoreHad, hereHad] = [waitedMsOf(docstorePid), waitedMsOf(process.pid)];
    const fromMs = performance.now();
    await changer.change(map, retitle(fromMs));
    const ms = performance.now() - fromMs;
    edits.push({ ms, docstore: waitedMsOf(docstorePid) - docstoreHad, here: waitedMsOf(process.pid) - hereHad });
    await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
  }
  return edits;
}

let changer: Changer | null = null;
process.on('message', (message) => {
  const asked = message as Asked;
  changer ??= new Changer(asked.url, Buffer.from(asked.key, 'base64url'));
  void edit(changer, asked).then((edits) => process.send?.(edits));
});
