import { type Browser, expect, type Page } from '@playwright/test';
import { Garden } from './garden.ts';
import { test } from './site.ts';

// Who has access to a map, for how long, and who decides about it.

const SOON_MS = 4_000;

async function join(browser: Browser, link: string): Promise<Garden> {
  const garden = new Garden(await (await browser.newContext()).newPage());
  await garden.page.goto(link);
  await garden.isOpen();
  return garden;
}

async function share(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Share', exact: true }).click();
}

/** Sends a request as the page does. */
async function send(page: Page, method: string, path: string, body: unknown): Promise<number> {
  return await page.evaluate(
    async ([how, to, json]) => {
      const { csrf } = await (await fetch('/api/session')).json();
      const headers = { 'content-type': 'application/json', 'bough-csrf': csrf };
      return (await fetch(to, { method: how, headers, body: json })).status;
    },
    [method, path, JSON.stringify(body)] as const,
  );
}

async function nameOf(page: Page): Promise<string> {
  return await page.evaluate(async () => String((await (await fetch('/api/session')).json()).person.name));
}

function mapOf(page: Page): string {
  return /\/m\/([\w-]+)/.exec(page.url())?.[1] ?? '';
}

test('an owner gives somebody an end date, who reads that access ended when it comes; then it is renewed', async ({
  page,
  site,
  browser,
}) => {
  const owner = await Garden.plant(page, site, 'for a week');
  const member = await join(browser, await owner.shareForEditing());
  const name = await nameOf(member.page);
  await share(page);
  const row = page.getByRole('list', { name: 'People' }).getByRole('listitem').filter({ hasText: name });
  await page.getByRole('button', { name: `Set when access ends for ${name}` }).click();
  const choice = page.getByRole('combobox', { name: `Access for ${name} ends` });
  await choice.selectOption('Until a date');
  await expect(page.getByRole('button', { name: 'Save' })).toBeDisabled();
  const nextYear = new Date().getFullYear() + 1;
  await page.getByLabel('Last day').fill(`${nextYear}-03-05`);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(row).toContainText(`until March 5, ${nextYear}`);
  // It comes sooner than a person would wait.
  const id = await member.page.evaluate(async () => String((await (await fetch('/api/session')).json()).person.id));
  const until = Date.now() + SOON_MS;
  await member.select('for a week');
  await member.addBranch('mine');
  await member.isSaved();
  const path = `/api/maps/${mapOf(page)}/members/${id}`;
  expect(await send(page, 'PUT', path, { role: 'edit', until })).toBe(204);
  const ended = member.page.getByRole('main');
  await expect(ended.getByRole('heading', { name: 'You no longer have access to this map' })).toBeVisible();
  expect(Date.now()).toBeGreaterThanOrEqual(until);
  await expect(ended.getByText('Everything you wrote was saved in it.')).toBeVisible();
  await expect(ended.getByText('ask its owner to share it with you again')).toBeVisible();
  await page.keyboard.press('Escape');
  await share(page);
  const over = page.getByRole('list', { name: 'Access ended' });
  await expect(over.getByRole('listitem')).toContainText(name);
  await over.getByRole('button', { name: `Renew access for ${name}` }).click();
  await choice.selectOption('No end date');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(over).toHaveCount(0);
  await expect(row).not.toContainText('until');
  await member.page.reload();
  await member.isOpen();
  await expect.poll(() => member.words()).toEqual(['for a week', 'mine']);
  await member.page.context().close();
});
