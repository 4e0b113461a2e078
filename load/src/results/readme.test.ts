import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readResults, type Results } from './results-file.ts';

// The first lines of README claim something in numbers. Each number stands in load/RESULTS.md, under the command that the line names.

const read = (path: string): string => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');

/** The claims: a list item for each, between two comments. */
function claimsIn(readme: string): readonly string[] {
  const between = /<!-- figures:.*?-->\n([^]*?)<!-- end of figures -->/.exec(readme)?.[1] ?? '';
  return between
    .split(/^- /m)
    .slice(1)
    .map((claim) => claim.replaceAll(/\s+/g, ' ').trim());
}

/** What is wrong with a claim; null: its figures were measured. */
function whyWrong(claim: string, { sections }: Results): string | null {
  const [, command] = /`(npm run (?:bench|load) -- [^`]+)`$/.exec(claim) ?? [];
  if (command === undefined) return `names no command at its end: ${claim}`;
  const section = sections.find((each) => each.command === command);
  if (section?.verdict !== 'holds') return `${command} was not measured, or falls short`;
  const numbers = [...claim.matchAll(/\*\*([\d.,]+)[^*]*\*\*/g)].map(([, number = '']) => number.replaceAll(',', ''));
  if (numbers.length === 0) return `has no figure: ${claim}`;
  const measured = section.figures.map(({ value }) => value.split(' ')[0]);
  const missing = numbers.filter((number) => !measured.includes(number));
  return missing.length === 0 ? null : `${command} did not measure ${missing.join(', ')}`;
}

test('the first lines of README quote figures as they were measured, with their command', () => {
  const claims = claimsIn(read('README.md'));
  expect(claims).toHaveLength(5);
  const results = readResults(read('load/RESULTS.md'));
  expect(claims.map((claim) => whyWrong(claim, results))).toEqual(claims.map(() => null));
});

test('a figure that was not measured is noticed', () => {
  const [line = ''] = claimsIn(
    '<!-- figures: why -->\n\n- **3.2 times** as fast\n  as others: `npm run bench -- one`\n\n<!-- end of figures -->',
  );
  const measured = (value: string, verdict: 'holds' | 'falls short' = 'holds'): Results => ({
    machine: 'a machine',
    sections: [
      {
        command: 'npm run bench -- one',
        day: '2026-11-29',
        commit: '0123abcd',
        verdict,
        standIns: [],
        figures: [{ name: 'speed', value, bar: null, holds: true }],
      },
    ],
  });
  expect(whyWrong(line, measured('3.2 times'))).toBeNull();
  expect(whyWrong(line, measured('3.1 times'))).toBe('npm run bench -- one did not measure 3.2');
  expect(whyWrong(line, measured('3.2 times', 'falls short'))).toContain('falls short');
  expect(whyWrong('**3.2 times** as fast', measured('3.2 times'))).toContain('names no command');
});
