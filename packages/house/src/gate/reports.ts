/** Reads what the test runners report, as JSON, into counts and names. */

import type { StepResult } from './step.ts';

type Json = Readonly<Record<string, unknown>>;

/** Vitest's JSON report (Jest's shape). */
export function readVitestReport(text: string): Omit<StepResult, 'output'> {
  const tests = list(asJson(JSON.parse(text))['testResults']).flatMap((file) => list(file['assertionResults']));
  const failedFiles = list(asJson(JSON.parse(text))['testResults']).filter(
    (file) =>
      file['status'] === 'failed' && list(file['assertionResults']).every((each) => each['status'] !== 'failed'),
  );
  const named = (status: string): string[] =>
    tests.filter((each) => each['status'] === status).map((each) => String(each['fullName'] ?? each['title']));
  return {
    passed: named('passed').length,
    // A file that could not be read, or whose hook failed, has failed though none of its tests did.
    failed: named('failed').length + failedFiles.length,
    skipped: [...named('skipped'), ...named('pending'), ...named('todo')],
  };
}

/** Playwright's JSON report. */
export function readPlaywrightReport(text: string): Omit<StepResult, 'output'> {
  const report = asJson(JSON.parse(text));
  const stats = asJson(report['stats']);
  const count = (name: string): number => (typeof stats[name] === 'number' ? stats[name] : 0);
  const skipped = namesIn(report, (test) => test['status'] === 'skipped');
  return {
    passed: count('expected'),
    failed: count('unexpected') + count('flaky') + list(report['errors']).length,
    skipped,
    notes: [...new Set(notesIn(list(report['suites'])))],
  };
}

/** What tests say besides, as annotations of the type `note`. */
function notesIn(suites: readonly Json[]): string[] {
  return suites.flatMap((suite) => {
    const annotations = list(suite['specs'])
      .flatMap((spec) => list(spec['tests']))
      .flatMap((test) => list(test['annotations']));
    const own = annotations.filter(({ type }) => type === 'note').map(({ description }) => String(description));
    return [...own, ...notesIn(list(suite['suites']))];
  });
}

/** The tests that Playwright's list has for a project, named as those that it skips. */
export function readPlaywrightList(text: string, project: string): string[] {
  return namesIn(asJson(JSON.parse(text)), (test) => test['projectName'] === project);
}

function namesIn(report: Json, isWanted: (test: Json) => boolean): string[] {
  const named = (suite: Json, above: readonly string[]): string[] => {
    const path = [...above, String(suite['title'])];
    const own = list(suite['specs'])
      .filter((spec) => list(spec['tests']).some(isWanted))
      .map((spec) => [...path, String(spec['title'])].join(' > '));
    return [...own, ...list(suite['suites']).flatMap((inner) => named(inner, path))];
  };
  return list(report['suites']).flatMap((suite) => named(suite, []));
}

function asJson(value: unknown): Json {
  return typeof value === 'object' && value !== null ? (value as Json) : {};
}

function list(value: unknown): Json[] {
  return Array.isArray(value) ? value.map(asJson) : [];
}
