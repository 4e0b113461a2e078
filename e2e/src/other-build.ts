import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const checkout = fileURLToPath(new URL('../../', import.meta.url));
const LEFT_OUT = new Set(['.git', 'dist', 'test-results', 'data', '.cache', '.vite', '.vite-temp']);

/** One edit of a source: `from` must be there. */
interface Edit {
  readonly file: string;
  readonly from: RegExp;
  readonly to: (found: string) => string;
}

/** The next version of the protocol, which differs by a field of the hello. */
const NEXT_PROTOCOL: readonly Edit[] = [
  {
    file: 'packages/sync/src/wire/protocol.ts',
    from: /PROTOCOL_VERSION = /,
    to: (found) => `${found}1 + `,
  },
  {
    file: 'packages/sync/src/client/client.ts',
    from: /const hello = \{ version: PROTOCOL_VERSION,/,
    to: (found) => `${found} shade: 'dusk',`,
  },
  {
    file: 'packages/sync/src/wire/frame-parser.ts',
    from: /hasExactly\(fields, \['kind', 'version',/,
    to: (found) => `${found} 'shade',`,
  },
];

/** A checkout of Bough as its next version could be: this one's sources, but for one field. Built when it is started. */
export class OtherBuild implements Disposable {
  readonly root = mkdtempSync(join(tmpdir(), 'bough-other-'));

  constructor(edits: readonly Edit[] = NEXT_PROTOCOL) {
    const top = join(checkout, 'node_modules');
    cpSync(checkout, this.root, {
      recursive: true,
      verbatimSymlinks: true,
      filter: (path) => path !== top && !LEFT_OUT.has(basename(path)),
    });
    symlinkSync(top, join(this.root, 'node_modules'));
    for (const { file, from, to } of edits) {
      const path = join(this.root, file);
      const text = readFileSync(path, 'utf8');
      if (!from.test(text)) throw new Error(`${file} has nothing like ${from.source}`);
      writeFileSync(path, text.replace(from, to));
    }
  }

  [Symbol.dispose](): void {
    rmSync(this.root, { recursive: true, force: true });
  }
}
