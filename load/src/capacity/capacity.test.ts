import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readResults, type Results } from '../results/results-file.ts';
import { BLOBS, CROWD, FLEET, IDLE, type Measured, measuredIn, STEPS, STEPS_FULL } from './measured.ts';
import { capacityPage } from './page.ts';
import { needsOf, ofMillionChanges, peopleOfCore, priceOfMillionChanges } from './worked-out.ts';

const MEASURED: Measured = {
  people: 2_000,
  changesASecond: 200,
  gatewayCores: 0.5,
  docstoreCores: 0.25,
  writesOfChange: 2,
  readsOfChange: 0.5,
  socketKilobytes: 10,
  openMapKilobytes: 20,
  changeBytes: 25,
  rowsTimes: 12,
  knee: 150,
  leftBeyond: 0.8,
  fullKnee: 60,
  fourAgainstOne: 1.1,
};

const RESULTS: Results = {
  machine: '2 cores of a processor',
  sections: [
    section(CROWD, {
      people: '2000',
      'changes kept': '200 per second',
      'gateways together': '0.5 of one core',
      'docstores together': '0.25 of one core',
      'requests to storage that write, of a change': '2',
      'requests to storage that read, of a change': '0.5',
    }),
    section(IDLE, { 'memory of each, in use': '10 KB', 'memory of each open map, in use by docstore': '20 KB' }),
    section(BLOBS, { 'bytes per edit in blobs': '25 bytes', 'bytes at rest, rows against blobs': '12 times' }),
    section(STEPS, {
      'the knee': '150 visits a second',
      "goodput at three times the knee's load, of the knee's": '0.8',
    }),
    section(STEPS_FULL, { 'the knee': '60 visits a second' }),
    section(FLEET, { '4: processor time of a change, of that of one': '1.1' }),
  ],
};

function section(command: string, values: Readonly<Record<string, string>>): Results['sections'][number] {
  const figures = Object.entries(values).map(([name, value]) => ({ name, value, bar: null, holds: true }));
  return { command, day: '2026-11-29', commit: '0123abcd', verdict: 'holds', standIns: [], figures };
}

test('what the page is worked out from is read out of the results', () => {
  expect(measuredIn(RESULTS)).toEqual(MEASURED);
});

test('what was not measured is said with the command that measures it', () => {
  const without = { ...RESULTS, sections: RESULTS.sections.filter(({ command }) => command !== CROWD) };
  expect(() => capacityPage(without)).toThrow(
    'load/RESULTS.md has no "people" of `npm run load -- crowd --stack full`: run npm run results -- \'crowd --stack full\' first.',
  );
});

test('the arithmetic: people of a core, a million changes, and a million people', () => {
  expect(peopleOfCore(MEASURED)).toEqual({
    gateway: { whole: 4_000, busy: 1_600 },
    docstore: { whole: 8_000, busy: 3_200 },
  });
  const { coreHours, ...million } = ofMillionChanges(MEASURED);
  expect(million).toEqual({ gigabytes: 0.05, writes: 2_000_000, reads: 500_000 });
  expect(coreHours).toBeCloseTo(1.0417, 4);
  const price = { provider: 'one', gigabyteMonth: 0.02, millionWrites: 5, millionReads: 0.4 };
  const { processor, ...paid } = priceOfMillionChanges(MEASURED, price);
  expect(paid).toEqual({ requests: 10.2, month: 0.001 });
  // 1.04 hours of a core that is used at 40 %.
  expect(processor).toBeCloseTo(0.11068, 5);
  const habits = { people: 1_000_000, atWork: 0.05, withOpenMap: 0.1, atOneMap: 5, changesAMonth: 1_000 };
  const needs = needsOf(MEASURED, habits, price);
  expect(needs).toMatchObject({ atWork: 50_000, sockets: 150_000, gatewayCores: 32, docstoreCores: 16 });
  expect(needs).toMatchObject({ gatewayGigabytes: 1.5, docstoreGigabytes: 0.6, changesASecond: 5_000 });
  expect(needs).toMatchObject({ writesASecond: 10_000, addedGigabytes: 50, requests: 10_200, bytes: 1 });
  expect(needs.processor).toBeCloseTo(48 * 730 * 0.0425, 6);
});

test('who gives first is who carries fewer people', () => {
  expect(capacityPage(RESULTS)).toContain('the gateway gives first: its core is full at 4,000,');
  const turned = structuredClone(RESULTS);
  const [first] = turned.sections;
  Object.assign(first?.figures.find(({ name }) => name === 'docstores together') ?? {}, { value: '1 of one core' });
  expect(capacityPage(turned)).toContain('the docstore gives first: its core is full at 2,000,');
});

test('docs/capacity.md says what load/RESULTS.md says: npm run capacity writes it', () => {
  const read = (path: string): string => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');
  expect(read('docs/capacity.md')).toBe(capacityPage(readResults(read('load/RESULTS.md'))));
});
