import { expect, test } from 'vitest';
import { reportOf } from './report.ts';
import type { ChaosReport } from './run.ts';

const GOOD: ChaosReport = {
  seed: 3,
  injected: [
    { kind: 'kill', what: 'exporter', forMs: 2_000 },
    { kind: 'kill', what: 'mailer', forMs: 1_000 },
    { kind: 'turn', what: 'first', forMs: 0, pick: 0.5 },
  ],
  seen: [{ atMs: 3_000, what: 'kill exporter for 2.0 s' }],
  never: [],
  changes: 500,
  comments: 20,
  typed: 30,
  shared: { letIn: 4, sentAway: 2 },
  files: {
    asked: 9,
    missed: [
      {
        atMs: 3_100,
        tookMs: 40,
        format: 'pdf',
        said: 'away | for now',
        because: ['kill exporter'],
        isTriedAgain: false,
      },
    ],
  },
  rotten: { turned: 1, readElsewhere: 2, repaired: 0 },
  convergedMs: 420,
  standIns: ['this in the place of that'],
  problems: [],
  logs: [],
};

test('what was injected, what was seen and what was not had stand in the report', () => {
  const text = reportOf([GOOD], 3);
  expect(text).toContain('# Chaos: 1 seed of 3 minutes\n\nEvery oracle holds. this in the place of that.');
  expect(text).toContain('| 3 | 3 | 500 | 20 | 30 | 4, 2 | 9 | 1, 1 | 0.4 s | 0 |');
  expect(text).toContain(
    'Injected: 2 kill, 1 turn. 1 bit turned: 2 reads from the second location instead, 0 objects left',
  );
  expect(text).toContain('| 3.0 s | kill exporter for 2.0 s |');
  expect(text).toContain('| 3.1 s | pdf | 0.0 s | kill exporter | away \\| for now |');
});

test('what is wrong stands first, and a file that nothing explains is marked', () => {
  const files = { asked: 9, missed: [{ ...GOOD.files.missed[0], because: [] }] } as ChaosReport['files'];
  const logs = [{ name: 'exporter', said: 'what it logged\n' }];
  const text = reportOf([GOOD, { ...GOOD, seed: 4, files, problems: ['S1: lost'], logs }], 3);
  expect(text).toContain('The end of what exporter logged:\n\n```\nwhat it logged\n```');
  expect(text.indexOf('**1 of 2 seeds found something: 4.**')).toBeLessThan(text.indexOf('| seed |'));
  expect(text).toContain('## Seed 4: 1 problem\n\n- **S1: lost**');
  expect(text).toContain('| pdf | 0.0 s | **nothing** |');
});
