import type { Figure, Report, RunSettings } from '../benchmark.ts';
import type { GivenRooms } from '../k6/given.ts';
import { Fleet } from './fleet.ts';
import { type Measured, numberOf, runK6 } from './k6.ts';
import { peopleInRooms } from './people.ts';
import { Sampler } from './sampler.ts';

/** People in rooms, as the scenarios want them. */
export interface RoomsLoad extends Omit<GivenRooms, 'url' | 'people'> {
  readonly rooms: number;
  readonly each: number;
  /** What is held to a bar beside k6's thresholds. */
  readonly judge: (measured: Measured, gateway: { readonly cores: number }) => readonly Figure[];
}

/** Runs it on a Bough of its own. */
export async function runRooms(load: RoomsLoad, { say }: Pick<RunSettings, 'say'>): Promise<Report> {
  const { rooms, each, judge, ...given } = load;
  const fleet = await Fleet.start();
  try {
    say(`${rooms} rooms x ${each} people arrive`);
    const people = await peopleInRooms(fleet.gateway.url, rooms, each);
    const sampler = new Sampler([fleet.gateway, fleet.docstore]);
    const { measured, isHeld } = await runK6({
      script: 'rooms',
      given: { ...given, url: fleet.gateway.url, people } satisfies GivenRooms,
      onMark: (name) => {
        if (name === 'steady') sampler.begin();
        else sampler.end();
      },
      say,
    });
    const cores = sampler.cores(0);
    const seconds = given.steadyMs / 1_000;
    const row = (what: string, value: number, unit: string): string[] => [what, `${value.toFixed(2)} ${unit}`];
    return {
      table: [
        ['', 'while all were there'],
        row('gateway', cores, 'of one core'),
        row('docstore', sampler.cores(1), 'of one core'),
        row('gateway, resident', sampler.residentBytes(0) / 2 ** 20, 'MiB'),
        row('changes kept', numberOf(measured, 'changes', 'count') / seconds, 'per second'),
        row('pointers, median', numberOf(measured, 'pointer_ms', 'med'), 'ms'),
        row('acknowledgement, median', numberOf(measured, 'acknowledged_ms', 'med'), 'ms'),
        row('acknowledgement, p99', numberOf(measured, 'acknowledged_ms', 'p(99)'), 'ms'),
      ],
      a: cores,
      b: sampler.cores(1),
      ratio: sampler.cores(1) / cores,
      figures: [
        { name: "k6's thresholds hold", value: isHeld ? 1 : 0, unit: '', bar: { atLeast: 1 } },
        { name: 'people who did not get in', value: countOf(measured, 'absent_people'), unit: '', bar: { atMost: 0 } },
        { name: 'sockets lost', value: countOf(measured, 'lost_sockets'), unit: '', bar: { atMost: 0 } },
        { name: 'changes refused', value: countOf(measured, 'refused'), unit: '', bar: { atMost: 0 } },
        ...judge(measured, { cores }),
      ],
    };
  } finally {
    await fleet.stop();
  }
}

/** A counter that k6 never touched is not in its summary. */
export function countOf(measured: Measured, metric: string): number {
  return measured.get(metric)?.['count'] ?? 0;
}
