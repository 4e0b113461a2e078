import { bindingsOf, COMMAND_IDS, type CommandId, type KeyBinding, type PresetId, PRESETS } from '@bough/editor';
import { expect } from '@playwright/test';
import { KEYS_NOT_IN_FIREFOX } from './firefox.ts';
import type { Garden } from './garden.ts';
import { SCENARIOS, type Scenario } from './keyboard-scenarios.ts';
import { test } from './site.ts';

// One test for each row of the one command table: every key of it, where it means something, and what it must do.

// The longest of all files: both workers share it, so that neither waits for the other in the end.
test.describe.configure({ mode: 'parallel' });

for (const id of COMMAND_IDS) {
  const bindings = bindingsOf(id, 'standard');
  if (bindings.length === 0) continue;
  const keys = bindings.map((binding) => `${binding.keys} (${binding.in})`).join(', ');
  test(`${id}: ${keys}`, async ({ plant, browserName }) => {
    for (const trial of trialsOf(bindings, browserName)) await tryKey(await plant(), id, trial);
  });
}

for (const { id: preset } of PRESETS) {
  if (preset === 'standard') continue;
  const rows = COMMAND_IDS.map((id) => [id, ownBindings(id, preset)] as const).filter(([, own]) => own.length > 0);
  const ids = rows.map(([id]) => id).join(', ');
  test(`the keys that ${preset} has of its own: ${ids}`, async ({ plant, browserName }) => {
    await (await plant('keys')).haveKeys(preset);
    for (const [id, own] of rows) {
      for (const trial of trialsOf(own, browserName)) await tryKey(await plant(), id, trial);
    }
    await (await plant('keys')).haveKeys('standard');
  });
}

test('every command that has a key is tried here', () => {
  const withKeys = COMMAND_IDS.filter((id) => PRESETS.some((preset) => bindingsOf(id, preset.id).length > 0));
  expect(withKeys.filter((id) => SCENARIOS[id] === undefined)).toEqual([]);
});

/** What a preset has and Standard has not. */
function ownBindings(id: CommandId, preset: PresetId): readonly KeyBinding[] {
  const standard = bindingsOf(id, 'standard').map(({ keys, in: place }) => `${place} ${keys}`);
  return bindingsOf(id, preset).filter(({ keys, in: place }) => !standard.includes(`${place} ${keys}`));
}

interface Trial {
  readonly keys: string;
  readonly place: 'selected' | 'editing';
}

/** Each key in each place where it means something; without those that nobody can press in this browser. */
function trialsOf(bindings: readonly KeyBinding[], browser: string): readonly Trial[] {
  return bindings
    .filter(({ keys }) => browser !== 'firefox' || !(keys in KEYS_NOT_IN_FIREFOX))
    .flatMap(({ keys, in: where }) => {
      const places = where === 'both' ? (['selected', 'editing'] as const) : [where];
      return places.map((place) => ({ keys, place }));
    });
}

async function tryKey(garden: Garden, id: CommandId, { keys, place }: Trial): Promise<void> {
  const scenario: Scenario | undefined = SCENARIOS[id];
  if (scenario === undefined) throw new Error(`nobody says what ${id} should do`);
  await garden.select(scenario.at ?? 'oak');
  if (scenario.begin !== undefined) await scenario.begin(garden);
  if (place === 'editing') {
    await garden.keys('F2');
    await expect.poll(() => garden.isEditing()).toBe(true);
  }
  const before =
    scenario.compares === true
      ? { zoom: await garden.zoom(), box: await garden.box.boundingBox() }
      : { zoom: '', box: null };
  await garden.keys(pressed(keys));
  await scenario.check(garden, place, before);
}

/** As Playwright writes it. */
function pressed(keys: string): string {
  return keys
    .replace(/^(?:Mod|Ctrl)\b/, 'Control')
    .replace(/\+([A-Z])$/, (_, letter: string) => `+${letter.toLowerCase()}`);
}
