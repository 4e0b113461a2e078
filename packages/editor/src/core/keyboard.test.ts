import { describe, expect, it } from 'vitest';
import { COMMAND_IDS, type CommandId } from '../commands/table.ts';
import { bindingsOf, type PresetId, PRESETS } from '../commands/presets.ts';
import { SCENARIOS } from '../testing/keyboard-scenarios.ts';
import { Person } from '../testing/person.ts';

// Every key of the one command table, in every place where it means something, without a page: what e2e/src/keyboard.spec.ts tries
// through the wires.

interface Trial {
  readonly id: CommandId;
  readonly keys: string;
  readonly place: 'selected' | 'editing';
}

function trialsOf(preset: PresetId): readonly Trial[] {
  return COMMAND_IDS.flatMap((id) =>
    bindingsOf(id, preset).flatMap(({ keys, in: where }) => {
      const places = where === 'both' ? (['selected', 'editing'] as const) : [where];
      return places.map((place) => ({ id, keys, place }));
    }),
  );
}

function tryKey(preset: PresetId, { id, keys, place }: Trial): void {
  const scenario = SCENARIOS[id];
  if (scenario === undefined) throw new Error(`nobody says what ${id} should do`);
  const person = new Person();
  person.select(scenario.at ?? 'oak');
  scenario.begin?.(person);
  person.session.settings = { ...person.session.settings, preset };
  if (place === 'editing') {
    person.press('F2');
    scenario.inWords?.(person);
  }
  expect(person.session.state.editing === null).toBe(place === 'selected');
  const box = person.session.layout.box(person.named('oak'));
  const before = { zoom: person.snapshot.zoom, x: box?.x ?? 0, y: box?.y ?? 0 };
  person.press(keys);
  scenario.check(person, place, before);
}

/** Of Node, which runs the tests: how long the processor worked, in microseconds. */
declare const process: { cpuUsage(since?: object): { readonly user: number; readonly system: number } };

it('[EDIT-58] the whole table, each row once, is less than two seconds of work', () => {
  const rows = PRESETS.flatMap(({ id, keys }) => [...keys.values()].flat().map((binding) => ({ id, binding })));
  const twice = rows.filter(({ binding }) => binding.in === 'both');
  // The clock on the wall would tell how busy the machine is.
  const before = process.cpuUsage();
  const tried = PRESETS.flatMap(({ id }) =>
    trialsOf(id).map((trial) => {
      tryKey(id, trial);
      return trial;
    }),
  );
  const { user, system } = process.cpuUsage(before);
  expect(tried).toHaveLength(rows.length + twice.length);
  expect((user + system) / 1e6).toBeLessThan(2);
});

describe.each(PRESETS)('the keyboard of $name', ({ id: preset }) => {
  it.each(trialsOf(preset))('[EDIT-58] $id: $keys, $place', (trial) => tryKey(preset, trial));
});

describe('the table of keys', () => {
  it('[EDIT-58] has no row that is not tried', () => {
    const withKeys = COMMAND_IDS.filter((id) => PRESETS.some((preset) => bindingsOf(id, preset.id).length > 0));
    expect(withKeys.filter((id) => SCENARIOS[id] === undefined)).toEqual([]);
  });
});
