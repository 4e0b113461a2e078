import { type Browser, expect, type Page } from '@playwright/test';
import { Garden } from './garden.ts';
import { test } from './site.ts';

// Who wrote something is known by name, also when they are not here and when they are gone.

async function guestAt(browser: Browser, link: string): Promise<{ readonly garden: Garden; readonly name: string }> {
  const garden = new Garden(await (await browser.newContext()).newPage());
  await garden.page.goto(link);
  await garden.isOpen();
  const name = await garden.page.evaluate(async () => (await (await fetch('/api/session')).json()).person.name);
  return { garden, name: String(name) };
}

async function deleteAccount(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const { csrf } = await (await fetch('/api/session')).json();
    const headers = { 'content-type': 'application/json', 'bough-csrf': csrf };
    await fetch('/api/account/delete', { method: 'POST', headers, body: '{"proof":null}' });
  });
}

test('comments and history name who has left and whose account is deleted, offline too; who is away can be mentioned', async ({
  page,
  site,
  browser,
}) => {
  const owner = await Garden.plant(page, site, 'ours');
  const link = await owner.shareForEditing();
  const [left, gone] = [await guestAt(browser, link), await guestAt(browser, link)];
  await left.garden.comment('ours', 'from one who leaves');
  await gone.garden.comment('ours', 'from one who is deleted');
  await gone.garden.isSaved();
  await left.garden.isSaved();
  await deleteAccount(gone.garden.page);
  for (const { garden } of [left, gone]) await garden.page.context().close();
  await expect(page.getByRole('list', { name: /people? here$/ })).toHaveCount(0);
  const thread = (words: string) => page.locator('.comment').filter({ hasText: words }).locator('strong');
  const areNamed = async () => {
    await owner.select('ours');
    await owner.keys('Control+Alt+m');
    await expect(thread('from one who leaves')).toHaveText(left.name);
    await expect(thread('from one who is deleted')).toHaveText(`${gone.name} (account deleted)`);
  };
  await areNamed();
  await owner.type('see @');
  await expect(page.getByRole('listbox').getByRole('option')).toHaveText([`@${left.name}`]);
  await owner.keys('Escape', 'Escape');
  await owner.keys('Control+Alt+Shift+h');
  const said = page.getByRole('region', { name: 'History' }).getByRole('status');
  await expect(said).toContainText(`${gone.name} (account deleted)`);
  await page.getByRole('button', { name: 'Back to now' }).click();
  // Without a server, as this device knew them.
  await page.context().setOffline(true);
  await page.reload();
  await expect(owner.status).toHaveText('Offline. All changes are saved.', { timeout: 30_000 });
  await areNamed();
  await page.context().setOffline(false);
});
