import { expect, type Page } from '@playwright/test';
import { Garden } from './garden.ts';
import { test } from './site.ts';

const panelOf = (page: Page) => page.getByRole('complementary', { name: 'For developers' });
/** The value beside a name. */
const valueOf = (page: Page, name: string) =>
  panelOf(page)
    .locator('dl > div')
    .filter({ has: page.getByText(name, { exact: true }) })
    .locator('dd')
    .first();

test('[WEB-86] the panel opens from the commands and shows requests by hop; Esc closes it', async ({ page, site }) => {
  const garden = await Garden.plant(page, site, 'root\n\tleaf');
  await garden.isSaved();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await garden.keys('Control+Shift+p');
  await page.keyboard.type('for developers');
  // Nothing of it comes before somebody wants it.
  expect(asked.filter((url) => url.includes('developer-sheet'))).toEqual([]);
  await page.keyboard.press('Enter');
  await expect(panelOf(page)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Copy', exact: true })).toBeFocused();
  // It was asked before the panel was open.
  const ticket = valueOf(page, 'socketTicket');
  await expect(ticket.first()).toContainText(' ms');
  const row = panelOf(page).locator('dl > div').filter({ hasText: 'socketTicket' }).first();
  await expect(row).toContainText(/gateway [\d.]+ ms · database [\d.]+ ms · network [\d.]+ ms/);
  await expect(valueOf(page, 'Items')).toHaveText('2');
  await expect(valueOf(page, 'Document as kept here')).toHaveText(/^[\d.]+ K?B$/);
  await expect(valueOf(page, 'Round trip')).toContainText(/^[\d.]+ ms \(median/);
  await expect(valueOf(page, 'Between frames')).toContainText(/^median [\d.]+ ms/);
  const build = await valueOf(page, 'Page').textContent();
  expect(build).toMatch(/^build [0-9a-f]{8}, protocol \d+$/);
  await expect(valueOf(page, 'Server')).toHaveText(build ?? '');
  await page.keyboard.press('Escape');
  await expect(panelOf(page)).toHaveCount(0);
  await garden.select('leaf');
  await garden.addBranch('goes on');
  await garden.isSaved();
});

test('[WEB-88] the panel shows the line as it goes and comes back', async ({ page, site, context }) => {
  const garden = await Garden.plant(page, site, 'root\n\tleaf');
  await garden.isSaved();
  await page.goto(`${garden.address}#developers`);
  await expect(panelOf(page)).toBeVisible();
  await expect(page).toHaveURL(garden.address);
  await expect(valueOf(page, 'State')).toHaveText('Saved');
  await expect(valueOf(page, 'Connections')).toHaveText(/^1 /);
  await context.setOffline(true);
  await expect(valueOf(page, 'State')).toHaveText('Offline');
  await garden.select('leaf');
  await garden.addBranch('written offline');
  await expect(valueOf(page, 'Changes not saved yet')).not.toHaveText('0');
  await context.setOffline(false);
  await expect(valueOf(page, 'State')).toHaveText('Saved', { timeout: 30_000 });
  await expect(valueOf(page, 'Changes not saved yet')).toHaveText('0');
  await expect(valueOf(page, 'Connections')).not.toHaveText(/^1 /);
});

test('[WEB-87] Copy takes what is shown along, without words of maps or people, and no id of them', async ({
  page,
  site,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const garden = await Garden.plant(page, site, 'rootword\n\tleafword');
  await garden.isSaved();
  // Searched for, and so in an address that the page has asked.
  await page.evaluate(async () => (await fetch('/api/search?q=leafword')).text());
  await garden.keys('Control+Shift+p');
  await page.keyboard.type('slow');
  await page.keyboard.press('Enter');
  await expect(valueOf(page, 'Round trip')).toContainText('median');
  await expect(valueOf(page, 'searchMaps').first()).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Measurements copied')).toBeVisible();
  const text = await page.evaluate(() => navigator.clipboard.readText());
  for (const heading of ['Sync', 'Frames of the last 5 seconds', 'Last requests', 'Sizes', 'Versions'])
    expect(text).toContain(`\n${heading}\n`);
  expect(text).toMatch(/socketTicket: [\d.]+ ms, [\d.]+ (?:B|KB) \(gateway/);
  const { map, person } = await page.evaluate(async () => {
    const session: unknown = await (await fetch('/api/session')).json();
    return { map: location.pathname.split('/').at(-1), person: JSON.stringify(session) };
  });
  for (const secret of ['rootword', 'leafword', map, /"id":"([^"]+)"/.exec(person)?.[1]]) {
    expect(secret?.length).toBeGreaterThan(5);
    expect(text).not.toContain(secret);
  }
});

test('[WEB-88] closed, the panel measures nothing', async ({ page, site }) => {
  await page.addInitScript(() => {
    const counted = { frames: 0, pings: 0 };
    Object.assign(globalThis, { counted });
    const { requestAnimationFrame: request } = globalThis;
    globalThis.requestAnimationFrame = (run) => (counted.frames++, request(run));
    const { send } = WebSocket.prototype;
    WebSocket.prototype.send = function (data) {
      if (typeof data === 'string' && data.includes('"ping","nonce":1000')) counted.pings++;
      send.call(this, data);
    };
  });
  const counted = () =>
    page.evaluate(() => ({ ...(globalThis as unknown as { counted: { frames: number; pings: number } }).counted }));
  const garden = await Garden.plant(page, site, 'root\n\tleaf');
  await garden.isSaved();
  await page.goto(`${garden.address}#developers`);
  await expect(valueOf(page, 'Round trip')).toContainText('median');
  const open = await counted();
  expect(open.frames).toBeGreaterThan(5);
  expect(open.pings).toBeGreaterThan(0);
  await page.keyboard.press('Escape');
  await expect(panelOf(page)).toHaveCount(0);
  const closed = await counted();
  // Longer than it sends one, and draws frames in: the map itself comes to rest.
  await expect
    .poll(
      async () => {
        const { frames } = await counted();
        await page.waitForTimeout(2_500);
        return (await counted()).frames - frames;
      },
      { timeout: 20_000 },
    )
    .toBeLessThan(5);
  expect((await counted()).pings).toBe(closed.pings);
});
