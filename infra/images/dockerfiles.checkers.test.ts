import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describeWith, flagsOf } from '@bough/house/servers';
import { expect, test } from 'vitest';
import { IMAGES, SERVICES } from './bundle.ts';

const run = promisify(execFile);
const dockerfile = (name: string): string => fileURLToPath(new URL(`${name}.Dockerfile`, import.meta.url));

describeWith('hadolint', (hadolint) => {
  test.each(IMAGES)('the Dockerfile of %s is sound', async (name) => {
    const { stdout } = await run(hadolint().executable, [dockerfile(name)]);
    expect(stdout).toBe('');
  });

  test('a bad Dockerfile is told', async () => {
    const bad = run(hadolint().executable, ['--no-color', '-']);
    bad.child.stdin?.end('FROM debian\nRUN cd /tmp\n');
    await expect(bad).rejects.toHaveProperty('stdout', expect.stringContaining('DL3006'));
  });
});

test.each(IMAGES)('the image of %s runs as nobody in particular and says how it is', (name) => {
  const text = readFileSync(dockerfile(name), 'utf8');
  expect(text).toMatch(/^USER 10001$/m);
  expect(text).toMatch(/^HEALTHCHECK /m);
  expect(text).toMatch(/^ENTRYPOINT \["\/bough\/entrypoint\.sh"\]$/m);
});

test.each(SERVICES)('the image of %s starts it as npm start does', (name) => {
  const main = fileURLToPath(new URL(`../../apps/${name}/src/main.ts`, import.meta.url));
  const command = ['node', ...flagsOf(main), '--enable-source-maps', 'main.mjs'];
  expect(readFileSync(dockerfile(name), 'utf8')).toContain(`\nCMD [${command.map((each) => `"${each}"`).join(', ')}]`);
});
