import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { describeWith } from './describe-with.ts';
import { run } from './places.ts';

describeWith('chromium', (server) => {
  test('[HOUSE-15] shows a page', async () => {
    const profile = mkdtempSync(join(tmpdir(), 'bough-chromium-'));
    const flags = ['--headless', '--no-sandbox', '--disable-gpu', `--user-data-dir=${profile}`];
    const outcome = await run(server().executable, [...flags, '--dump-dom', 'data:text/html,<title>Bough</title>']);
    rmSync(profile, { recursive: true, force: true });
    expect(outcome.output).toContain('<title>Bough</title>');
  }, 60_000);
});

describeWith('firefox', (server) => {
  test('[HOUSE-15] says which it is', async () => {
    const outcome = await run(server().executable, ['--version']);
    expect(outcome).toMatchObject({ code: 0, output: expect.stringContaining('Firefox') });
  }, 60_000);
});

describeWith('webkit', (server) => {
  test('[HOUSE-15] says how it is asked', async () => {
    const outcome = await run(server().executable, ['--help']);
    expect(outcome).toMatchObject({ code: 0, output: expect.stringContaining('WebKitWebDriver') });
  }, 60_000);
});

describeWith('at-spi', (server) => {
  test('[HOUSE-15] knows the roles that a tree has', async () => {
    const asks =
      "import gi; gi.require_version('Atspi', '2.0'); from gi.repository import Atspi; print(Atspi.Role.TREE_ITEM)";
    const outcome = await run(server().executable, ['-c', asks]);
    expect(outcome).toMatchObject({ code: 0, output: expect.stringContaining('TREE_ITEM') });
  }, 60_000);
});
