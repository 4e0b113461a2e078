/** `npm run coverage`: which branches of the editor's core its tests without a page go, and the lines of those that they do not. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { measureCore } from './core-coverage.ts';

const root = fileURLToPath(new URL('../../../../', import.meta.url));
const scratch = mkdtempSync(join(tmpdir(), 'bough-coverage-'));
try {
  const { isEnough, output } = await measureCore(root, scratch);
  process.stdout.write(`${output}\n`);
  process.exitCode = isEnough ? 0 : 1;
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
