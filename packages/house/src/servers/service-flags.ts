import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** What Node is told before a service's main file: `bough.flags` of the package.json above it. */
export function flagsOf(main: string): readonly string[] {
  const manifest = readFileSync(join(dirname(main), '../package.json'), 'utf8');
  const { bough } = JSON.parse(manifest) as { bough?: { flags?: readonly string[] } };
  return bough?.flags ?? [];
}
