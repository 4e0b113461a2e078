import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { TICK_MS } from './batching.ts';

// Apart from batching.test.ts, which runs in copies of this app alone (src/testing/mutants.ts).

test('[GW-102] ARCHITECTURE.md and the rule say how often there is a tick', () => {
  const ticks = `${1_000 / TICK_MS} ticks a second`;
  const [architecture, rules] = ['../../../../../ARCHITECTURE.md', '../../../SPEC.md'].map((path) =>
    readFileSync(new URL(path, import.meta.url), 'utf8'),
  );
  expect(architecture).toContain(`for all maps: ${ticks}.`);
  expect(architecture).toContain(`up to ${4 * TICK_MS} ms later`);
  expect(rules).toContain(`at each of the ${ticks}`);
});
