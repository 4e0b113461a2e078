import { bindingsOf, COMMAND_IDS, type CommandId, type KeyBinding, type PresetId, PRESETS } from '@bough/editor';
import { freePort } from '@bough/house/servers';
import { type Browser, type BrowserContext, expect, type Page, test as plain } from '@playwright/test';
import { Bough } from './bough.ts';
import { Garden } from './garden.ts';
import { SCENARIOS, type Scenario } from './keyboard-scenarios.ts';

// One test for each row of the one command table: every key of it, where it means something, and what it must do. One person tries
// many of them, each on a map of its own: a newcomer for each would cost more than the keys.

/** One person may make a hundred maps in an hour. */
const MAPS_EACH = 80;

/** Somebody with a site, and somebody else once that one has made enough maps. */
class Desk {
  readonly #browser: Browser;
  readonly #url: string;
  #context: BrowserContext | null = null;
  #page: Page | null = null;
  #maps = 0;

  constructor(browser: Browser, url: string) {
    this.#browser = browser;
    this.#url = url;
  }

  async plant(): Promise<Garden> {
    if (this.#page === null || this.#maps === MAPS_EACH) {
      await this.close();
      this.#context = await this.#browser.newContext({ viewport: { width: 1280, height: 800 } });
      this.#page = await this.#context.newPage();
      this.#maps = 0;
    }
    this.#maps++;
    return Garden.plant(this.#page, this.#url);
  }

  async close(): Promise<void> {
    await this.#context?.close();
  }
}

const test = plain.extend<object, { readonly desk: Desk }>({
  desk: [
    async ({ browser }, use) => {
      const given = process.env['BOUGH_E2E_SITE'];
      const bough = given === undefined ? new Bough(await freePort()) : null;
      await bough?.start();
      const desk = new Desk(browser, given ?? bough?.url ?? '');
      await use(desk);
      await desk.close();
      await bough?.remove();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});

for (const id of COMMAND_IDS) {
  const bindings = bindingsOf(id, 'standard');
  if (bindings.length === 0) continue;
  test(`${id}: ${bindings.map((binding) => `${binding.keys} (${binding.in})`).join(', ')}`, async ({ desk }) => {
    for (const binding of bindings) {
      for (const place of binding.in === 'both' ? (['selected', 'editing'] as const) : [binding.in]) {
        await tryKey(await desk.plant(), id, binding, place);
      }
    }
  });
}

for (const { id: preset } of PRESETS) {
  if (preset === 'standard') continue;
  const rows = COMMAND_IDS.map((id) => [id, ownBindings(id, preset)] as const).filter(([, own]) => own.length > 0);
  test(`the keys that ${preset} has of its own: ${rows.map(([id]) => id).join(', ')}`, async ({ desk }) => {
    for (const [id, own] of rows) {
      for (const binding of own) {
        for (const place of binding.in === 'both' ? (['selected', 'editing'] as const) : [binding.in]) {
          const garden = await desk.plant();
          await useKeys(garden, preset);
          await tryKey(garden, id, binding, place);
          await garden.page.evaluate(() => localStorage.removeItem('bough.keys'));
        }
      }
    }
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

async function useKeys(garden: Garden, preset: PresetId): Promise<void> {
  await garden.isSaved();
  await garden.page.evaluate((name) => localStorage.setItem('bough.keys', name), preset);
  await garden.page.reload();
  await garden.isOpen();
}

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
