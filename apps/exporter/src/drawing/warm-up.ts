import { randomBytes } from 'node:crypto';
import { makeIds, must, utf8Encode } from '@bough/base';
import { mapOf, readFile } from '@bough/formats';
import { encodeMap } from '@bough/map';
import { render } from './render.ts';

// The first file of a process takes several times as long as the next: faces are read, code is compiled. A process that waits for
// work does that before the work comes, with a small map of words that most maps have.

const WORDS = `# A map
- Some words that are **bold**, *slanted* and \`code\`
  - 1234567890, and a [link](https://example.org/)
- THE QUICK BROWN FOX
  - the lazy dog (jumped over); "is" it? Yes! And so on: a, b, c
- Über Äpfel, ça va, año
`;

/** Draws that map in each kind of picture, for nobody. */
export async function warmUp(): Promise<void> {
  const read = must(readFile('map.md', utf8Encode(WORDS)));
  const random = { fraction: () => 0.5, bytes: (count: number) => new Uint8Array(randomBytes(count)) };
  const document = utf8Encode(encodeMap(must(mapOf(read.draft, { ids: makeIds({ now: () => 0 }, random), random }))));
  for (const format of ['pdf', 'svg', 'png'] as const) {
    must(await render({ document, theme: 'light', part: 'whole', format, scale: 1 }));
  }
}
