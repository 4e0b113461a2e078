import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { ServerName } from '../servers/server.ts';
import type { GateContext, Step, StepResult } from './step.ts';

/** What the gate is given. */
export interface Gate {
  readonly root: string;
  readonly steps: readonly Step[];
  /** Brings servers; answers those that could not be had, each with the reason and the remedy. */
  readonly bring: (names: readonly ServerName[], say: (line: string) => void) => Promise<readonly string[]>;
}

/** Where the gate writes, and whether a skip is a failure. */
export interface GateSettings {
  readonly say: (line: string) => void;
  /** Told the name of each step as it begins, for a person who watches. */
  readonly begin?: (step: string) => void;
  readonly isStrict: boolean;
}

/**
 * Brings the servers that the steps need and says first which could not be had. Then runs the steps one after the other, whatever
 * happens to each; but where a skip is a failure and a server is missing, no step that runs tests. Says one line for each
 * step, then what failed, what was skipped, what the steps note, and last the sum. Answers the exit code.
 */
export async function runGate(gate: Gate, settings: GateSettings): Promise<number> {
  const { say, isStrict } = settings;
  const scratch = mkdtempSync(join(tmpdir(), 'bough-gate-'));
  const context: GateContext = { root: gate.root, scratch };
  const done: { step: Step; result: StepResult }[] = [];
  try {
    const names = new Set(gate.steps.flatMap((step) => step.servers ?? []));
    const missing = names.size === 0 ? [] : await gate.bring([...names], say);
    if (missing.length > 0) say(`Missing servers:\n${missing.map((why) => `  ${why}`).join('\n')}\n`);
    const isStopped = isStrict && missing.length > 0;
    const steps = gate.steps.filter((step) => !isStopped || step.isTest !== true);
    for (const step of steps) {
      settings.begin?.(step.name);
      const { result, seconds } = await runStep(step, context);
      say(lineOf(step, result, seconds));
      done.push({ step, result });
    }
    summarize(done, say);
    const left = gate.steps.filter((step) => !steps.includes(step)).map((step) => step.name);
    if (isStopped) say(`Not run, since servers are missing (see above): ${left.join(', ')}\n`);
    const sum = total(done);
    const failed = sum.failed + (isStopped ? missing.length : 0);
    say(`${sum.passed} passed, ${failed} failed, ${sum.skipped} skipped`);
    return failed > 0 || (isStrict && sum.skipped > 0) ? 1 : 0;
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

async function runStep(step: Step, context: GateContext): Promise<{ result: StepResult; seconds: number }> {
  const from = performance.now();
  const result = await step.run(context).catch((error: unknown): StepResult => {
    const output = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return { passed: 0, failed: 1, skipped: [], output };
  });
  return { result, seconds: (performance.now() - from) / 1000 };
}

function lineOf(step: Step, result: StepResult, seconds: number): string {
  const counts = [
    result.failed > 0 ? `${result.failed} failed` : 'ok',
    ...(result.passed > 1 ? [`${result.passed} passed`] : []),
    ...(result.skipped.length > 0 ? [`${result.skipped.length} skipped`] : []),
  ].join(', ');
  return `${step.name.padEnd(10)} ${seconds.toFixed(1).padStart(6)} s  ${counts.padEnd(26)} ${step.does}`;
}

function summarize(done: readonly { step: Step; result: StepResult }[], say: (line: string) => void): void {
  for (const { step, result } of done) {
    if (result.failed > 0) say(`\n--- ${step.name} failed ---\n${stripVTControlCharacters(result.output).trim()}`);
  }
  const skipped = done.flatMap(({ result }) => result.skipped);
  if (skipped.length > 0) say(`\nSkipped:\n${skipped.map((name) => `  ${name}`).join('\n')}`);
  const notes = done.flatMap(({ result }) => result.notes ?? []);
  if (notes.length > 0) say(`\nNotes:\n${notes.map((note) => `  ${note}`).join('\n')}`);
  say('');
}

function total(done: readonly { result: StepResult }[]): { passed: number; failed: number; skipped: number } {
  const sum = { passed: 0, failed: 0, skipped: 0 };
  for (const { result } of done) {
    sum.passed += result.passed;
    sum.failed += result.failed;
    sum.skipped += result.skipped.length;
  }
  return sum;
}
