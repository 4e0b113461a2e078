import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { freePort, tryClaim } from './ports.ts';

const PORTS = fileURLToPath(new URL('./ports.ts', import.meta.url));

/** What another process says of the port; it stays until it is told to go. */
async function other(port: number) {
  const script = `import { tryClaim } from ${JSON.stringify(PORTS)}; console.log(tryClaim(${port})); process.stdin.resume();`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const [said] = (await once(child.stdout, 'data')) as [Buffer];
  const end = async (signal?: 'SIGKILL'): Promise<void> => {
    const gone = once(child, 'exit');
    if (signal === undefined) child.stdin.end();
    else child.kill(signal);
    await gone;
  };
  return { answer: said.toString().trim(), end };
}

test('[HOUSE-34] a port is for the process that was given it, whether anything listens there or not, until it ends', async () => {
  const mine = await freePort();
  expect(tryClaim(mine)).toBe(false);
  const loser = await other(mine);
  expect(loser.answer).toBe('false');
  await loser.end();
  expect(tryClaim(mine)).toBe(false);
});

test.each([undefined, 'SIGKILL'] as const)(
  '[HOUSE-34] a port is free again when its process has ended: %s',
  async (signal) => {
    const holder = await other(19_999);
    expect(holder.answer).toBe('true');
    expect(tryClaim(19_999)).toBe(false);
    await holder.end(signal);
    const next = await other(19_999);
    expect(next.answer).toBe('true');
    await next.end();
  },
);
