import type { Benchmark, Report, RunSettings } from '../benchmark.ts';
import { numberOf, runK6 } from '../bough/k6.ts';
import { peopleInRooms } from '../bough/people.ts';
import { visitorOf } from '../bough/record.ts';
import { countOf } from '../bough/rooms-load.ts';
import { stand } from '../bough/stand.ts';
import { Witnesses } from '../bough/witnesses.ts';
import type { GivenSchool } from '../k6/given.ts';

// A school has one address, and the limits are those that a Bough has by itself: nobody has turned a knob. Pupils come by the link of
// their class; that as many sign in by password or by mailed links is a test of its own (apps/gateway, limits/one-network.test.ts).

const CLASSES = 30;
const PUPILS = 25;
const MINUTE_MS = 60_000;
const WATCHED = 10;
const NONE = { bar: { atMost: 0 } };

async function run({ quick, stack, say }: RunSettings): Promise<Report> {
  const bough = await stand(stack, { environment: { BOUGH_LIMITS_FACTOR: '1' } });
  const { url } = bough;
  try {
    const classes = quick ? CLASSES / 5 : CLASSES;
    const teachers = await peopleInRooms(url, classes, 1);
    const links = await Promise.all(
      teachers.map(async (teacher) => await visitorOf(url, teacher).makeLink(teacher.map)),
    );
    const witnesses = await Witnesses.come(url, teachers.slice(0, WATCHED));
    say(`${classes} classes of ${PUPILS} come within a minute`);
    const { measured } = await runK6({
      script: 'school',
      given: {
        url,
        classes: teachers.map(({ map }, n) => ({ map, secret: links[n] ?? '' })),
        pupils: PUPILS,
        // The last one has some seconds.
        arriveMs: MINUTE_MS - 5_000,
        changeEveryMs: 10_000,
        steadyMs: quick ? 15_000 : 60_000,
        settleMs: 10_000,
      } satisfies GivenSchool,
      say,
    });
    const all = classes * PUPILS;
    const [median, last] = [numberOf(measured, 'arrival_ms', 'med'), numberOf(measured, 'arrival_ms', 'p(99)')];
    return {
      table: [
        ['', 'median', 'p99'],
        ['from the link to the map', `${median.toFixed(0)} ms`, `${last.toFixed(0)} ms`],
        ...[numberOf(measured, 'acknowledged_ms', 'med')].map((ms) => [
          'a change, until it is kept',
          `${ms.toFixed(0)} ms`,
          `${numberOf(measured, 'acknowledged_ms', 'p(99)').toFixed(0)} ms`,
        ]),
      ],
      a: median,
      b: last,
      ratio: last / median,
      facts: { stack, standIns: bough.standIns },
      figures: [
        { name: 'pupils at their maps', value: countOf(measured, 'there_ms'), unit: '', bar: { atLeast: all } },
        { name: 'pupils turned away', value: countOf(measured, 'turned_away'), unit: '', ...NONE },
        {
          name: 'the last one is there after',
          value: numberOf(measured, 'there_ms', 'max') / 1_000,
          unit: 's',
          bar: { atMost: MINUTE_MS / 1_000 },
        },
        { name: 'changes made', value: countOf(measured, 'made_changes'), unit: '', bar: { atLeast: all * 2 } },
        { name: 'changes not kept', value: countOf(measured, 'unkept_changes'), unit: '', ...NONE },
        { name: 'changes refused', value: countOf(measured, 'refused'), unit: '', ...NONE },
        { name: 'sockets lost', value: countOf(measured, 'lost_sockets'), unit: '', ...NONE },
        { name: 'maps that are not the same for everybody', value: await witnesses.different(), unit: '', ...NONE },
      ],
    };
  } finally {
    await bough.stop();
  }
}

export const benchmark: Benchmark = {
  name: 'schoolyard',
  needsPage: true,
  what: '30 classes of 25 behind one address, with the limits as they are: all 750 are at their maps within one minute, and edit',
  isForStacks: true,
  run,
};
