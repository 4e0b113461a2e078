import { VirtualClock } from '@bough/base/testing';
import { expect, test } from 'vitest';
import type { LogFacts } from './logger.ts';
import { OneLineEach } from './one-line-each.ts';
import { ServiceFailure } from '../service-failure.ts';

const away = (code: string): ServiceFailure => new ServiceFailure('It is away.', { kind: 'unavailable', code });

test('[SVC-38] a trouble is told once a minute however often it comes, each kind for itself, and then how often it came', () => {
  const clock = new VirtualClock();
  const lines: (LogFacts | undefined)[] = [];
  const log = { warn: (_message: string, facts?: LogFacts) => void lines.push(facts) };
  const told = new OneLineEach({ clock });
  for (let n = 0; n < 10_000; n++) told.warn(log, 'not answered', away('service/one'));
  told.warn(log, 'not answered', away('service/two'));
  told.warn(log, 'another thing', away('service/one'));
  told.warn(log, 'not answered', 'no error at all');
  expect(lines.map((facts) => facts?.['timesBefore'])).toEqual([undefined, undefined, undefined, undefined]);
  clock.advance(60_000);
  told.warn(log, 'not answered', away('service/one'));
  expect(lines.at(-1)).toMatchObject({ timesBefore: 9_999, error: { code: 'service/one' } });
  for (let n = 0; n < 1_000; n++) told.warn(log, 'not answered', away(`service/${n}`));
  expect(lines.length).toBeLessThan(1_010);
});
