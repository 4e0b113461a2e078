import { describe, expect, test } from 'vitest';
import { runGate } from './gate.ts';
import { readPlaywrightList, readPlaywrightReport, readVitestReport } from './reports.ts';
import type { Step, StepResult } from './step.ts';

function step(name: string, result: Partial<StepResult>, more: Partial<Step> = {}): Step {
  const whole: StepResult = { passed: 0, failed: 0, skipped: [], output: '', ...result };
  return { name, does: 'something', run: () => Promise.resolve(whole), ...more };
}

const onServers: Partial<Step> = { servers: ['minio', 'redis'], isTest: true };

async function run(steps: readonly Step[], settings: { isStrict?: boolean; missing?: string[] } = {}) {
  const said: string[] = [];
  const brought: string[] = [];
  const bring = (names: readonly string[]) => {
    brought.push(...names);
    return Promise.resolve(settings.missing ?? []);
  };
  const code = await runGate(
    { root: '/nowhere', steps, bring },
    { say: (line) => said.push(line), isStrict: settings.isStrict ?? false },
  );
  return { code, brought, said: said.join('\n'), last: said.at(-1) };
}

describe('the gate', () => {
  test('[HOUSE-17] ends with the sum over its steps', async () => {
    const { code, last } = await run([step('lint', { passed: 1 }), step('tests', { passed: 40 })]);
    expect({ code, last }).toEqual({ code: 0, last: '41 passed, 0 failed, 0 skipped' });
  });

  test('[HOUSE-17] a failed step hides no other, and shows what it said', async () => {
    const bad = step('lint', { failed: 1, output: 'a.ts:1: bad' });
    const { code, said, last } = await run([bad, step('tests', { passed: 2, failed: 1, output: '1 is not 2' })]);
    expect({ code, last }).toEqual({ code: 1, last: '2 passed, 2 failed, 0 skipped' });
    expect(said).toContain('--- lint failed ---\na.ts:1: bad');
    expect(said).toContain('--- tests failed ---\n1 is not 2');
  });

  test('[HOUSE-17] a step that throws has failed, with its stack', async () => {
    const broken: Step = { name: 'types', does: '', run: () => Promise.reject(new Error('no compiler')) };
    const { code, said } = await run([broken, step('tests', { passed: 1 })]);
    expect(code).toBe(1);
    expect(said).toContain('Error: no compiler');
  });

  test('[HOUSE-18] skips are named, with what is missing, and are no failure on a person’s machine', async () => {
    const steps = [step('contracts', { passed: 1, skipped: ['with minio > keeps objects'] }, onServers)];
    const { code, said, last } = await run(steps, { missing: ['minio: not on PATH. Install Go.'] });
    expect({ code, last }).toEqual({ code: 0, last: '1 passed, 0 failed, 1 skipped' });
    expect(said).toContain('Skipped:\n  with minio > keeps objects');
    expect(said).toMatch(/^Missing servers:\n {2}minio: not on PATH\. Install Go\.\n/);
  });

  test('[HOUSE-18] with CI=true a skip is a failure', async () => {
    const { code } = await run([step('contracts', { passed: 1, skipped: ['one'] })], { isStrict: true });
    expect(code).toBe(1);
  });

  test('[HOUSE-18] what a step notes is shown, and fails nothing, with CI=true neither', async () => {
    const notes = ['The screens were compared by their layout only.'];
    const { code, said, last } = await run([step('e2e', { passed: 2, notes })], { isStrict: true });
    expect({ code, last }).toEqual({ code: 0, last: '2 passed, 0 failed, 0 skipped' });
    expect(said).toContain('Notes:\n  The screens were compared by their layout only.\n');
  });

  test('[HOUSE-29] what could not be installed stands at the head, and with CI=true the run stops before the tests', async () => {
    const steps = [
      step('lint', { passed: 1 }),
      step('tests', { passed: 40 }, { isTest: true }),
      step('contracts', { passed: 1 }, onServers),
    ];
    const missing = ['minio: no Go.', 'redis: Could not get lock'];
    const { code, said, last } = await run(steps, { isStrict: true, missing });
    expect({ code, last }).toEqual({ code: 1, last: '1 passed, 2 failed, 0 skipped' });
    expect(said).toMatch(/^Missing servers:\n {2}minio: no Go\.\n {2}redis: Could not get lock\n/);
    expect(said).toContain('Not run, since servers are missing (see above): tests, contracts');
    expect(said).not.toContain('tests    ');
  });

  test('[HOUSE-29] only servers that a wanted step needs are brought', async () => {
    expect((await run([step('lint', { passed: 1 })])).brought).toEqual([]);
    const twice = [step('contracts', { passed: 1 }, onServers), step('e2e', {}, { servers: ['redis', 'chromium'] })];
    expect((await run(twice)).brought).toEqual(['minio', 'redis', 'chromium']);
  });
});

describe('reports of the runners', () => {
  test('[HOUSE-17] Vitest: tests, and files that failed without one', () => {
    const report = {
      testResults: [
        {
          status: 'failed',
          assertionResults: [
            { status: 'passed', fullName: 'a' },
            { status: 'failed', fullName: 'b' },
            { status: 'skipped', fullName: 'with redis c' },
          ],
        },
        { status: 'failed', assertionResults: [] },
        { status: 'passed', assertionResults: [{ status: 'todo', fullName: 'd' }] },
      ],
    };
    expect(readVitestReport(JSON.stringify(report))).toEqual({ passed: 1, failed: 2, skipped: ['with redis c', 'd'] });
  });

  test('[HOUSE-17] Playwright: a flaky test has failed', () => {
    const report = {
      stats: { expected: 3, unexpected: 1, flaky: 1, skipped: 1 },
      errors: [{ message: 'no config' }],
      suites: [
        {
          title: 'map.spec.ts',
          specs: [],
          suites: [{ title: 'a map', specs: [{ title: 'prints', tests: [{ status: 'skipped' }] }] }],
        },
      ],
    };
    expect(readPlaywrightReport(JSON.stringify(report))).toEqual({
      passed: 3,
      failed: 3,
      skipped: ['map.spec.ts > a map > prints'],
      notes: [],
    });
  });

  test('[HOUSE-18] Playwright: what tests note is told once, whether it is a note of one or of all', () => {
    const noting = (type: string, description: string) => ({
      tests: [{ status: 'expected', annotations: [{ type, description }] }],
    });
    const inner = { title: 'wide', specs: [noting('note', 'Another browser.'), noting('note', 'No network.')] };
    const specs = [noting('note', 'Another browser.'), noting('slow', 'Not a note.')];
    const report = { stats: { expected: 4 }, suites: [{ title: 'looks.spec.ts', specs, suites: [inner] }] };
    expect(readPlaywrightReport(JSON.stringify(report))).toMatchObject({
      passed: 4,
      notes: ['Another browser.', 'No network.'],
    });
  });

  test('[HOUSE-18] Playwright: the tests of a browser that is not there have names', () => {
    const inBrowsers = (...browsers: string[]) => ({ tests: browsers.map((projectName) => ({ projectName })) });
    const inner = { title: 'a map', specs: [{ title: 'prints', ...inBrowsers('chromium', 'firefox') }] };
    const outer = { title: 'map.spec.ts', specs: [{ title: 'opens', ...inBrowsers('chromium') }], suites: [inner] };
    const text = JSON.stringify({ suites: [outer] });
    expect(readPlaywrightList(text, 'firefox')).toEqual(['map.spec.ts > a map > prints']);
    expect(readPlaywrightList(text, 'chromium')).toEqual(['map.spec.ts > opens', 'map.spec.ts > a map > prints']);
  });
});
