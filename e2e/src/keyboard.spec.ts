import { bindingsOf, COMMAND_IDS, type CommandId, type KeyBinding, PRESETS } from '@bough/editor';
import { freePort } from '@bough/house/servers';
import { expect, type Page, test as plain } from '@playwright/test';
import { Bough } from './bough.ts';
import { Garden } from './garden.ts';
import { SCENARIOS, type Scenario } from './keyboard-scenarios.ts';

// One test for each row of the one command table: every key of it, where it means something, and what it must do. One person tries
// them all, each on a map of its own: a newcomer for each would cost more than the keys.

const test = plain.extend<object, { readonly desk: Desk }>({
  desk: [
    async ({ browser }, use) => {
      const bough = new Bough(await freePort());
      await bough.start();
      const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
      await use({ page: await context.newPage(), url: bough.url });
      await context.close();
      await bough.remove();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
});

interface Desk {
  readonly page: Page;
  readonly url: string;
}

for (const id of COMMAND_IDS) {
  const bindings = bindingsOf(id, 'standard');
  if (bindings.length === 0) continue;
  test(`${id}: ${bindings.map((binding) => `${binding.keys} (${binding.in})`).join(', ')}`, async ({ desk }) => {
    for (const binding of bindings) {
      for (const place of binding.in === 'both' ? (['selected', 'editing'] as const) : [binding.in]) {
        await tryKey(await Garden.plant(desk.page, desk.url), id, binding, place);
      }
    }
  });
}

test('every command that has a key is tried here', () => {
  const withKeys = COMMAND_IDS.filter((id) => PRESETS.some((preset) => bindingsOf(id, preset.id).length > 0));
  expect(withKeys.filter((id) => SCENARIOS[id] === undefined)).toEqual([]);
});

async function tryKey(
  garden: Garden,
  id: CommandId,
  binding: KeyBinding,
  place: 'selected' | 'editing',
): Promise<void> {
  const scenario: Scenario | undefined = SCENARIOS[id];
  if (scenario === undefined) throw new Error(`nobody says what ${id} should do`);
  await garden.select(scenario.at ?? 'oak');
  if (scenario.begin !== undefined) await scenario.begin(garden);
  if (place === 'editing') {
    await garden.keys('F2');
    await expect.poll(() => garden.isEditing()).toBe(true);
  }
  const before = { outline: await garden.outline(), zoom: await garden.zoom(), box: await garden.box.boundingBox() };
  await garden.keys(pressed(binding.keys));
  await scenario.check(garden, place, before);
}

/** As Playwright writes it. */
function pressed(keys: string): string {
  return keys
    .replace(/^(?:Mod|Ctrl)\b/, 'Control')
    .replace(/\+([A-Z])$/, (_, letter: string) => `+${letter.toLowerCase()}`);
}
