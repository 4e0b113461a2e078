import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Outcome } from '../servers/places.ts';
import { readVitestReport } from './reports.ts';
import { verdictOf, type GateContext, type StepResult } from './step.ts';
import { preset, runTool } from './tools.ts';

/** Runs the projects of vitest.config.ts with that name, or with names that begin so. */
export async function vitest({ root, scratch }: GateContext, project: string): Promise<StepResult> {
  const report = join(scratch, `vitest-${project.replace('*', '')}.json`);
  const reporters = ['--reporter=dot', '--reporter=json', `--outputFile.json=${report}`];
  const args = ['run', '--root', root, '--config', preset('vitest.config.ts'), '--project', project, ...reporters];
  return counted(await runTool(root, 'vitest', args), report, readVitestReport);
}

/**
 * What a runner reported; where it ended badly without saying so in its report, that counts as one failure. So does an error that no test
 * waited for, as an unhandled rejection: Vitest ends badly on it and has it in no report.
 */
export function counted(outcome: Outcome, report: string, read: typeof readVitestReport): StepResult {
  if (!existsSync(report)) return verdictOf({ ...outcome, code: outcome.code === 0 ? 1 : outcome.code });
  const result = read(readFileSync(report, 'utf8'));
  const failed = result.failed === 0 && outcome.code !== 0 ? 1 : result.failed;
  return { ...result, failed, output: outcome.output };
}
