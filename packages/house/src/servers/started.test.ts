import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { answersHttp, startProgram } from './started.ts';

const STARTED = fileURLToPath(new URL('./started.ts', import.meta.url));
const SERVER =
  'require("node:http").createServer((_, answer) => answer.end()).listen(Number(process.argv[1]), "127.0.0.1")';

const recipe = {
  name: 'echo',
  command: process.execPath,
  args: ({ port }: { port: number }) => ['-e', SERVER, String(port)],
  isReady: ({ port }: { port: number }) => answersHttp(port, '/'),
};

test('[HOUSE-16] a stopped server is gone, and its folder with it', async () => {
  const { place, stop } = await startProgram(recipe);
  expect(existsSync(place.folder)).toBe(true);
  await stop();
  expect(existsSync(place.folder)).toBe(false);
  await expect(answersHttp(place.port, '/')).rejects.toThrow('fetch failed');
});

test('[HOUSE-16] a server that ends at once is reported with what it said', async () => {
  const broken = { ...recipe, args: () => ['-e', 'console.error("no space left"); process.exit(3)'] };
  await expect(startProgram(broken)).rejects.toThrow('echo ended with code 3 before it was ready: no space left');
});

test('[HOUSE-16] when the process that started a server is killed, the server goes too', async () => {
  const program = `
    import { startProgram, answersHttp } from ${JSON.stringify(STARTED)};
    const { place } = await startProgram({
      name: 'echo', command: process.execPath, isReady: ({ port }) => answersHttp(port, '/'),
      args: ({ port }) => ['-e', ${JSON.stringify(SERVER)}, String(port)],
    });
    console.log(JSON.stringify(place));
    setInterval(() => {}, 1000);
  `;
  const parent = spawn(process.execPath, ['--input-type=module-typescript', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(parent.stdout, 'data')) as [Buffer];
  const place = JSON.parse(line.toString('utf8')) as { folder: string; port: number };
  expect(await answersHttp(place.port, '/')).toBe(true);
  parent.kill('SIGKILL');
  await expect.poll(() => existsSync(place.folder)).toBe(false);
  await expect(answersHttp(place.port, '/')).rejects.toThrow('fetch failed');
});
