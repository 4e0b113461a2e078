import { mapHash } from '@bough/map';
import { SimWorld } from '@bough/sync/testing';
import type { Benchmark, Report, RunSettings } from '../benchmark.ts';
import { median } from '../benchmark.ts';

// Ten people in one map on two gateways: all type into the same few items and drag the same branches, without a pause and
// without faults. The clients and rooms are the product's own; docstore is the model of the simulation; time is virtual, so
// what is measured is the processor's work: every change is applied, transformed, framed, parsed and applied in ten clients.

const CLIENTS = 10;

interface Run {
  readonly changes: number;
  readonly seconds: number;
  readonly isConverged: boolean;
}

function run(changes: number, editEveryMs: number, seed: number): Run {
  // A person now and then finds nothing to do: some more time makes sure of the number.
  const roughMs = 1.2 * (changes / CLIENTS) * editEveryMs;
  const world = new SimWorld(seed, {
    clients: CLIENTS,
    gateways: 2,
    roughMs,
    editEveryMs,
    faultEveryMs: 0,
    lossEveryMs: 0,
    isCrowded: true,
  });
  const startedMs = performance.now();
  const outcome = world.run();
  const seconds = (performance.now() - startedMs) / 1000;
  const hashes = new Set(world.clients.map((client) => mapHash(client.sync.map)));
  return { changes: outcome.counts.edits, seconds, isConverged: hashes.size === 1 };
}

function measure({ quick, say }: RunSettings): Report {
  const changes = quick ? 2000 : 10_000;
  const rounds = quick ? 1 : 3;
  const crowded: Run[] = [];
  const calm: Run[] = [];
  for (let round = 1; round <= rounds; round++) {
    // The same number of edits; at the slower pace hardly two are under way at once.
    crowded.push(run(changes, 100, round));
    calm.push(run(changes, 5000, round));
    say(`round ${round} of ${rounds}`);
  }
  const a = median(crowded.map((one) => one.seconds));
  const b = median(calm.map((one) => one.seconds));
  const total = crowded[0]?.changes ?? 0;
  const converged = [...crowded, ...calm].filter((one) => one.isConverged).length;
  return {
    table: [
      ['pace of each of 10', 'edits', 'seconds', 'edits per second'],
      ['every 0.1 s', String(total), a.toFixed(2), (total / a).toFixed(0)],
      ['every 5 s', String(calm[0]?.changes ?? 0), b.toFixed(2), ((calm[0]?.changes ?? 0) / b).toFixed(0)],
    ],
    a,
    b,
    ratio: a / b,
    figures: [
      {
        name: 'runs converged',
        value: converged,
        unit: `of ${2 * rounds}`,
        bar: { atLeast: 2 * rounds },
        guard: { atLeast: 2 * rounds },
      },
      { name: 'edits in one run', value: total, unit: 'edits', bar: { atLeast: changes } },
      { name: 'edits per second, crowded', value: total / a, unit: '/s' },
    ],
  };
}

/** `sync`: see above. */
export const benchmark: Benchmark = {
  name: 'sync',
  what: 'ten clients in the same items and branches at once, against the same edits one at a time: seconds of work',
  run: (settings) => Promise.resolve(measure(settings)),
};
