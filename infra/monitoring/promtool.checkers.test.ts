import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describeWith } from '@bough/house/servers';
import { expect, onTestFinished, test } from 'vitest';

const folder = fileURLToPath(new URL('.', import.meta.url));

describeWith('promtool', (promtool) => {
  const judge = (...args: readonly string[]) => promisify(execFile)(promtool().executable, args);

  test('[HOUSE-85] Prometheus takes the alerts and the configuration', async () => {
    expect(await judge('check', 'rules', join(folder, 'alerts.yaml'))).toBeDefined();
    expect(await judge('check', 'config', join(folder, 'prometheus.yaml'))).toBeDefined();
  });

  test('[HOUSE-85] each alert is raised by what it is for, and not by a quiet day', async () => {
    expect(await judge('test', 'rules', join(folder, 'alerts.test.yaml'))).toBeDefined();
  });

  test('[HOUSE-85] an alert that cannot be raised is told', async () => {
    const copy = mkdtempSync(join(tmpdir(), 'bough-rules-'));
    onTestFinished(() => rmSync(copy, { recursive: true }));
    cpSync(join(folder, 'alerts.test.yaml'), join(copy, 'alerts.test.yaml'));
    const rules = readFileSync(join(folder, 'alerts.yaml'), 'utf8');
    writeFileSync(join(copy, 'alerts.yaml'), rules.replace('(bough_read_only) == 1', '(bough_read_only) == 2'));
    await expect(judge('test', 'rules', join(copy, 'alerts.test.yaml'))).rejects.toThrow('BoughReadOnly');
  });
});
