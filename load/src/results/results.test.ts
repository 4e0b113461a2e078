import { expect, test } from 'vitest';
import type { Figure } from '../benchmark.ts';
import { printedFigure, readFigure, readFigures } from '../verdicts.ts';
import { chosenRuns, merged, readResults, type Results, writeResults } from './results-file.ts';

const FIGURES: readonly Figure[] = [
  { name: 'pointers shown, p99', value: 12.3456, unit: 'ms', bar: { atMost: 50 } },
  { name: '4: processor time of a change, of that of one', value: 1.4, unit: '', bar: { atMost: 1.2 } },
  { name: 'views per second', value: 298.7, unit: '', bar: { atLeast: 297 } },
  { name: 'gateway', value: 0.25, unit: 'of one core' },
];

test('a printed figure is read as what it was', () => {
  expect(FIGURES.map((figure) => readFigure(printedFigure(figure)))).toEqual([
    { name: 'pointers shown, p99', value: '12.3 ms', bar: 'at most 50', holds: true },
    { name: '4: processor time of a change, of that of one', value: '1.4', bar: 'at most 1.2', holds: false },
    { name: 'views per second', value: '299', bar: 'at least 297', holds: true },
    { name: 'gateway', value: '0.25 of one core', bar: null, holds: true },
  ]);
});

test('other lines of a run are no figures', () => {
  for (const line of [
    'edit: 200 people',
    '  from the link to the map  51 ms',
    '  k6: thresholds: crossed',
    '{"load":"edit"}',
    '',
  ])
    expect(readFigure(line)).toBeNull();
});

test('what a run says on its way is no figure, whatever it looks like', () => {
  const printed = FIGURES.map(printedFigure);
  const way = ['steps: visits', '  140 a second: 140 good, 0 turned away', '  visits a second  good', '  140  140', ''];
  expect(readFigures([...way, ...printed, '{"load":"steps"}', ''].join('\n'))).toEqual(printed.map(readFigure));
});

const figures = FIGURES.flatMap((figure) => readFigure(printedFigure(figure)) ?? []);
const RESULTS: Results = {
  machine: '2 cores of a processor, 24 GB, Linux 6.1, Node v26.0.0',
  sections: [
    { command: 'npm run bench -- one', day: '2026-11-27', commit: '0123abcd', verdict: 'holds', standIns: [], figures },
    {
      command: 'npm run load -- two --stack full',
      day: '2026-11-26',
      commit: '0123abce',
      verdict: 'falls short',
      standIns: ['This in the place of that'],
      figures: figures.slice(1),
    },
    {
      command: 'npm run load -- zwei',
      day: '2026-11-26',
      commit: '0123abce',
      verdict: 'did not end',
      standIns: [],
      figures: [],
    },
  ],
};

test('the file is read as what was written', () => {
  expect(readResults(writeResults(RESULTS))).toEqual(RESULTS);
});

test('a run that did not end takes the place of nothing that was measured', () => {
  const ended = (day: string, verdict: 'holds' | 'did not end', command: string) =>
    ({ command, day, commit: '0123abcd', verdict, standIns: [], figures: [] }) as const;
  const cut = RESULTS.sections.map(({ command }) => ended('2026-11-28', 'did not end', command));
  const after = merged(RESULTS, { ...RESULTS, sections: cut });
  expect(after.sections.toSorted((a, b) => a.command.localeCompare(b.command))).toEqual([
    ...RESULTS.sections.slice(0, 2),
    cut[2],
  ]);
  expect(merged(RESULTS, { machine: 'another one', sections: cut })).toEqual(RESULTS);
  const whole = { machine: 'another one', sections: [ended('2026-11-28', 'holds', 'npm run bench -- one')] };
  expect(merged(RESULTS, whole)).toEqual(whole);
});

test('a name that is none is told, and not passed over beside one that is', () => {
  const all = [{ args: ['one'] }, { args: ['two', '--stack', 'full'] }];
  expect(chosenRuns(all, [])).toEqual({ runs: all, unknown: [] });
  expect(chosenRuns(all, ['two --stack full'])).toEqual({ runs: all.slice(1), unknown: [] });
  expect(chosenRuns(all, ['one', 'tow', '--stack'])).toEqual({ runs: all.slice(0, 1), unknown: ['tow', '--stack'] });
});

test('a command that was run again takes the place of its old results; those of another machine go', () => {
  const [one, ...others] = RESULTS.sections;
  const again = { ...RESULTS, sections: RESULTS.sections.slice(0, 1).map((each) => ({ ...each, day: '2026-11-28' })) };
  expect(one?.day).toBe('2026-11-27');
  expect(merged(RESULTS, again).sections).toEqual([...others, ...again.sections]);
  expect(merged({ ...RESULTS, machine: 'another' }, again)).toEqual(again);
});
