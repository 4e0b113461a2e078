import { afterAll, beforeAll, describe, test } from 'vitest';
import { SERVERS } from './all.ts';
import type { RunningByName, ServerName } from './server.ts';

const START_MS = 60_000;

/**
 * A suite that needs a real server. `body` gets a function that answers the server while the suite runs; it is started once
 * before the suite's tests and stopped after them. Where the server is missing the tests are counted as skipped, and
 * with CI=true one test fails with the reason and the remedy.
 */
export function describeWith<Name extends ServerName>(
  name: Name,
  body: (server: () => RunningByName[Name]) => void,
): void {
  const found = SERVERS[name].find();
  if (found.kind === 'missing') {
    if (process.env['CI'] === 'true') {
      describe(`with ${name}`, () => {
        test('is there', () => {
          throw new Error(`${found.why} ${found.howTo}`);
        });
      });
      return;
    }
    describe.skip(`with ${name}`, () => body(() => unstarted(name)));
    return;
  }
  describe(`with ${name}`, () => {
    let running: RunningByName[Name] | null = null;
    beforeAll(async () => {
      running = await found.start();
    }, START_MS);
    afterAll(async () => {
      await running?.stop();
    }, START_MS);
    body(() => running ?? unstarted(name));
  });
}

function unstarted(name: ServerName): never {
  throw new Error(`${name} runs only while the suite's tests run: ask for it inside a test or a hook`);
}
