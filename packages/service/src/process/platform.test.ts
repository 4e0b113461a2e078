import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const run = promisify(execFile);
const platform = new URL('platform.ts', import.meta.url).href;
/** The only other thing that ever happens in that process. */
const NEXT_EVENT_MS = 20_000;

test('[SVC-34] what is planned without delay is done at the end of this turn, though nothing else happens', async () => {
  const script = `
    import { platformClock } from ${JSON.stringify(platform)};
    const startedMs = performance.now();
    setTimeout(() => undefined, ${NEXT_EVENT_MS});
    setTimeout(() => platformClock.after(0, () => {
      console.log(performance.now() - startedMs);
      process.exit();
    }), 50);`;
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', script]);
  expect(Number(stdout)).toBeGreaterThan(0);
  expect(Number(stdout)).toBeLessThan(NEXT_EVENT_MS / 2);
}, 60_000);
