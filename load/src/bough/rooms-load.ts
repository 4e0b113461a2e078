import type { Figure, Report, RunSettings } from '../benchmark.ts';
import type { GivenRooms } from '../k6/given.ts';
import { type Measured, numberOf, runK6 } from './k6.ts';
import { peopleInRooms } from './people.ts';
import { Sampler } from './sampler.ts';
import { storageFigures, StorageRequests } from './storage-requests.ts';
import { stand, type Standing, type StandSettings } from './stand.ts';
import { Witnesses } from './witnesses.ts';

/** What holds at any speed: everybody got in and stayed, and all that was made is kept. */
const NOTHING_LOST = {
  made_changes: ['count>0'],
  unkept_changes: ['count==0'],
  refused: ['count==0'],
  lost_sockets: ['count==0'],
  absent_people: ['count==0'],
};
const NONE = { bar: { atMost: 0 }, guard: { atMost: 0 } };
/** More rooms than this are not all watched: whoever watches takes time from the machine that is measured. */
const MOST_WATCHED = 10;

/** What happens to gateways while people are there, and what is seen of it. */
export interface Restart {
  /** `steady`: everybody is there; `restart`: it is time; `end`: nobody does anything any more. */
  at(mark: string, bough: Standing): Promise<void>;
  figures(measured: Measured): readonly Figure[];
}

/** How many cores all gateways had together while everybody was there, and all docstores. */
export interface Cores {
  readonly gateways: number;
  readonly docstores: number;
}

/** People in rooms, as the scenarios want them. */
export interface RoomsLoad extends Omit<GivenRooms, 'url' | 'people'> {
  readonly rooms: number;
  readonly each: number;
  /** What is held to a bar beside k6's thresholds. */
  readonly judge: (measured: Measured, used: Cores) => readonly Figure[];
  /** With `restartAfterMs`. */
  readonly restart?: Restart;
  /** On what it runs. */
  readonly standing?: StandSettings;
}

/** Runs it on a Bough of its own. */
export async function runRooms(load: RoomsLoad, { stack, say }: Pick<RunSettings, 'say' | 'stack'>): Promise<Report> {
  const { rooms, each, judge, restart, standing = {}, ...given } = load;
  const bough = await stand(stack, standing);
  const { url, gateways, docstores } = bough;
  try {
    say(`${rooms} rooms x ${each} people arrive`);
    const people = await peopleInRooms(url, rooms, each);
    const owners = people.filter((_, n) => n % each === 0).slice(0, MOST_WATCHED);
    const witnesses = given.changeEveryMs === 0 ? null : await Witnesses.come(url, owners);
    const sampler = new Sampler([...gateways, ...docstores]);
    const requests = new StorageRequests(docstores);
    let happening = Promise.resolve();
    const { measured, isHeld } = await runK6({
      script: 'rooms',
      given: {
        ...given,
        thresholds: { ...(given.changeEveryMs === 0 ? {} : NOTHING_LOST), ...given.thresholds },
        url,
        people,
      } satisfies GivenRooms,
      onMark: (name) => {
        if (name === 'steady') sampler.begin();
        // Who is restarted begins to count anew.
        else if (name === 'restart' || restart === undefined) sampler.end();
        if (restart === undefined) happening = happening.then(() => requests.count());
        if (restart !== undefined) happening = happening.then(() => restart.at(name, bough));
      },
      // While gateways are away each of k6's people finds that out.
      say: (line) => (restart !== undefined && /Request Failed|a socket failed/.test(line) ? undefined : say(line)),
    });
    await happening;
    const resident = gateways.reduce((all, _, n) => all + sampler.residentBytes(n), 0);
    const cores = sampler.coresTogether(gateways);
    const docstoreCores = sampler.coresTogether(docstores);
    const seconds = given.steadyMs / 1_000;
    const row = (what: string, value: number, unit: string): string[] => [what, `${value.toFixed(2)} ${unit}`];
    return {
      table: [
        ['', 'while all were there'],
        row(named('gateway', gateways), cores, 'of one core'),
        row(named('docstore', docstores), docstoreCores, 'of one core'),
        row('gateway, resident', resident / 2 ** 20, 'MiB'),
        row('changes kept', numberOf(measured, 'changes', 'count') / seconds, 'per second'),
        row('pointers, median', numberOf(measured, 'pointer_ms', 'med'), 'ms'),
        row('acknowledgement, median', numberOf(measured, 'acknowledged_ms', 'med'), 'ms'),
        row('acknowledgement, p99', numberOf(measured, 'acknowledged_ms', 'p(99)'), 'ms'),
      ],
      a: cores,
      b: docstoreCores,
      ratio: docstoreCores / cores,
      facts: { stack, standIns: bough.standIns },
      figures: [
        {
          name: "k6's thresholds hold",
          value: isHeld ? 1 : 0,
          unit: '',
          bar: { atLeast: 1 },
          guard: { atLeast: 1 },
        },
        { name: 'people who did not get in', value: countOf(measured, 'absent_people'), unit: '', ...NONE },
        { name: 'sockets lost', value: countOf(measured, 'lost_sockets'), unit: '', ...NONE },
        { name: 'changes refused', value: countOf(measured, 'refused'), unit: '', ...NONE },
        { name: 'changes made and not acknowledged', value: countOf(measured, 'unkept_changes'), unit: '', ...NONE },
        ...(witnesses === null
          ? []
          : [
              {
                name: 'maps that are not the same for everybody',
                value: await witnesses.different(),
                unit: '',
                ...NONE,
              },
            ]),
        ...judge(measured, { gateways: cores, docstores: docstoreCores }),
        { name: 'people', value: people.length, unit: '' },
        { name: 'changes kept', value: numberOf(measured, 'changes', 'count') / seconds, unit: 'per second' },
        { name: 'gateways together', value: cores, unit: 'of one core' },
        { name: 'docstores together', value: docstoreCores, unit: 'of one core' },
        ...storageFigures(requests, numberOf(measured, 'changes', 'count')),
        ...(restart?.figures(measured) ?? []),
      ],
    };
  } finally {
    await bough.stop();
  }
}

/** How many of them there are is said where there are several. */
function named(what: string, many: readonly unknown[]): string {
  return many.length === 1 ? what : `${many.length} ${what}s`;
}

/** A counter that k6 never touched is not in its summary. */
export function countOf(measured: Measured, metric: string): number {
  return measured.get(metric)?.['count'] ?? 0;
}
