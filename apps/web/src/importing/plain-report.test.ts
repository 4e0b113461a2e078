import type { ReportNote } from '@bough/formats';
import { expect, it } from 'vitest';
import { reportWords } from '../words/screens/report-words.ts';
import { plainLines, thingOf } from './plain-report.ts';

const note = (what: string, count: number): ReportNote => ({ kind: 'kept', what, count, example: '' });

it('what only another program knows is told in words that people use', () => {
  expect(thingOf('What only .mm knows: COLOR.')).toBe('textColours');
  expect(thingOf('What only .mm knows: STYLE_REF.')).toBe('styles');
  expect(thingOf('What only .mm knows: <hook>.')).toBe('extensions');
  expect(thingOf('What only .mm knows: BORDER_WIDTH.')).toBe('borders');
  expect(thingOf('What only .mm knows: MIN_WIDTH.')).toBe('widths');
  expect(thingOf('What only XMind knows: anything.')).toBe('other');
  expect(thingOf('A second icon.')).toBeNull();
  const [line] = plainLines([note('What only .mm knows: COLOR.', 197)]);
  const { keptThings, thing } = reportWords.en;
  expect(keptThings(thing[line?.thing ?? 'other'], line?.count ?? 0)).toBe(
    'Text colours of 197 items are kept, and not shown',
  );
  expect(keptThings(thing.clouds, 1)).toBe('Clouds of 1 item are kept, and not shown');
});

it('one thing is one line for all its notes, the most frequent first, the rest last', () => {
  const notes = [
    note('What only .mm knows: HGAP.', 3),
    note('What only .mm knows: odd.', 40),
    note('What only .mm knows: VGAP.', 5),
    note('A second icon.', 9),
    note('What only .mm knows: even.', 2),
  ];
  expect(plainLines(notes).map(({ thing, count }) => [thing, count])).toEqual([
    [null, 9],
    ['spacing', 5],
    ['other', 42],
  ]);
  expect(plainLines([])).toEqual([]);
});
