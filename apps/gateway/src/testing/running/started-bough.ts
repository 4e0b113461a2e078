import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { WholeBough } from './whole-bough.ts';

/** A new folder, which goes with the test. */
export function newFolder(): string {
  const path = mkdtempSync(join(tmpdir(), 'bough-test-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

/** A whole Bough on that folder, which ends with the test. */
export async function startedBough(data: string, more: Readonly<Record<string, string>> = {}): Promise<WholeBough> {
  const bough = await WholeBough.start(data, more);
  onTestFinished(() => bough.end('SIGKILL'));
  return bough;
}
