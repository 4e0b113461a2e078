import { type Browser, expect, type Page } from '@playwright/test';
import { Garden } from './garden.ts';
import { HomePage, newAddress } from './home-page.ts';
import { Past } from './past.ts';
import { test } from './site.ts';

// What rings at somebody: two people, and two devices of one of them.

/** As the page looks. */
const SOON = { timeout: 20_000 };

async function signedIn(browser: Browser, site: string, email: string, name: string | null): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await new HomePage(page, site).signIn(email);
  if (name === null) return page;
  await page.goto(`${site}/account`);
  const field = page.getByLabel('Name', { exact: true });
  await field.fill(name);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  return page;
}

function bell(page: Page, unread: number) {
  const name = unread === 0 ? 'Notifications' : `Notifications, ${unread} unread`;
  return page.getByRole('button', { name, exact: true });
}

test('[WEB-24] what others do rings at home and in a map, live; it leads to the very place, and is read on every device', async ({
  browser,
  site,
}) => {
  test.setTimeout(240_000);
  const [annAt, boAt] = [newAddress('ann'), newAddress('bo')];
  const ann = await signedIn(browser, site, annAt, 'Ann');
  const bo = await signedIn(browser, site, boAt, 'Bo');
  const phone = await signedIn(browser, site, boAt, null);
  for (const page of [bo, phone]) {
    await page.goto(site);
    await expect(bell(page, 0)).toBeVisible();
  }
  const garden = await Garden.plant(ann, site, 'wood\n\toak\n\telm');
  await garden.isSaved();
  // An invitation, which leads home, where it is accepted.
  await ann.getByRole('button', { name: 'Share', exact: true }).click();
  await ann.getByRole('textbox', { name: 'Email address' }).fill(boAt);
  await ann.getByRole('button', { name: 'Invite', exact: true }).click();
  await expect(ann.getByText(`Invitation sent to ${boAt}.`)).toBeVisible();
  await ann.keyboard.press('Escape');
  for (const page of [bo, phone]) await expect(bell(page, 1)).toBeVisible(SOON);
  await bell(bo, 1).click();
  await expect(bo.getByRole('menuitem', { name: /^Ann invites you to “wood”/ })).toBeVisible();
  await bo.keyboard.press('Escape');
  await bo.reload();
  await bo.getByRole('button', { name: 'Accept' }).click();
  const theirs = new Garden(bo);
  await theirs.isOpen();
  await expect(bell(bo, 0)).toBeVisible(SOON);
  // A mention: the bell in the map leads to the comment.
  await garden.comment('elm', '@Bo is it ill?');
  await garden.isSaved();
  for (const page of [bo, phone]) await expect(bell(page, 1)).toBeVisible(SOON);
  await bell(bo, 1).click();
  await bo.getByRole('menuitem', { name: /^Ann mentioned you in “wood”/ }).click();
  await expect(bo.locator('.comment[data-marked="true"]')).toContainText('is it ill?');
  await expect.poll(() => theirs.selected()).toEqual(['elm']);
  for (const page of [bo, phone]) await expect(bell(page, 0)).toBeVisible(SOON);
  // Pressed once more, it leads there once more.
  await theirs.select('oak');
  await bell(bo, 0).click();
  await bo.getByRole('menuitem', { name: /^Ann mentioned you in “wood”/ }).click();
  await expect.poll(() => theirs.selected()).toEqual(['elm']);
  // An answer rings at Ann, and nothing of it at Bo.
  await theirs.comment('elm', 'It is.');
  await theirs.isSaved();
  await expect(bell(ann, 1)).toBeVisible(SOON);
  await expect(bell(bo, 0)).toBeVisible();
  await bell(ann, 1).click();
  await ann.getByRole('menuitem', { name: 'Mark all as read' }).click();
  await expect(ann.getByRole('menuitem', { name: /^Bo answered in your thread in “wood”/ })).toBeVisible();
  await ann.keyboard.press('Escape');
  await expect(bell(ann, 0)).toBeVisible(SOON);
  await ann.reload();
  await garden.isOpen();
  await expect(bell(ann, 0)).toBeVisible(SOON);
  await ann.context().close();
  await bo.context().close();
  await phone.context().close();
});

test('[WEB-24] who asks for access leads to the sharing dialog, and changes that somebody took back to the history', async ({
  browser,
  site,
}) => {
  test.setTimeout(240_000);
  const ann = await signedIn(browser, site, newAddress('ann'), 'Ann');
  const bo = await signedIn(browser, site, newAddress('bo'), 'Bo');
  const garden = await Garden.plant(ann, site, 'wood');
  await garden.isSaved();
  await bo.goto(garden.address);
  await bo.getByRole('button', { name: 'Ask for access' }).click();
  await expect(bo.getByText(/^You asked for access/)).toBeVisible();
  await expect(bell(ann, 1)).toBeVisible(SOON);
  await bell(ann, 1).click();
  await ann.getByRole('menuitem', { name: /^Bo asks for access to “wood”/ }).click();
  const dialog = ann.getByRole('dialog', { name: 'Share this map' });
  await dialog.getByRole('combobox', { name: 'Access for Bo' }).selectOption({ label: 'Can edit' });
  await dialog.getByRole('button', { name: 'Allow Bo' }).click();
  await expect(dialog.getByRole('list', { name: 'People', exact: true })).toContainText('Bo');
  await ann.keyboard.press('Escape');
  await expect(ann).toHaveURL(garden.address);
  await bo.reload();
  const theirs = new Garden(bo);
  await theirs.isOpen();
  await theirs.select('wood');
  await theirs.keys('Tab');
  await theirs.type('thorns');
  await theirs.keys('Enter');
  await theirs.isSaved();
  await expect.poll(() => garden.words()).toContain('thorns');
  const past = await Past.open(ann);
  await past.slider.focus();
  await past.backTo(['wood']);
  await past.screen.getByRole('button', { name: 'Restore this version' }).click();
  await expect.poll(() => theirs.words()).toEqual(['wood']);
  await expect(bell(bo, 1)).toBeVisible(SOON);
  await expect(bell(ann, 0)).toBeVisible();
  await bell(bo, 1).click();
  await bo.getByRole('menuitem', { name: /^Ann restored an earlier version of “wood”/ }).click();
  await expect(bo.getByRole('region', { name: 'History' })).toBeVisible();
  await ann.context().close();
  await bo.context().close();
});

test('[WEB-82] a request that waits marks the map for its owner, at home and on every device, until it is answered on one', async ({
  browser,
  site,
}) => {
  test.setTimeout(240_000);
  const annAt = newAddress('ann');
  const ann = await signedIn(browser, site, annAt, 'Ann');
  const phone = await signedIn(browser, site, annAt, null);
  const bo = await signedIn(browser, site, newAddress('bo'), 'Bo');
  const garden = await Garden.plant(ann, site, 'wood');
  await garden.isSaved();
  await phone.goto(site);
  const card = new HomePage(phone, site).card('wood');
  await expect(card).toBeVisible();
  const share = ann.getByRole('button', { name: 'Share', exact: true });
  await expect(share).toHaveAccessibleDescription('');
  await bo.goto(garden.address);
  await bo.getByRole('button', { name: 'Ask for access' }).click();
  await expect(bo.getByText(/^You asked for access/)).toBeVisible();
  await expect(share).toHaveAccessibleDescription('One person asks for access', SOON);
  await expect(card.getByTitle('One person asks for access')).toBeVisible(SOON);
  // Reading the bell is no answer.
  await bell(ann, 1).click();
  await ann.getByRole('menuitem', { name: 'Mark all as read' }).click();
  await expect(bell(ann, 0)).toBeVisible(SOON);
  await ann.keyboard.press('Escape');
  await expect(share).toHaveAccessibleDescription('One person asks for access');
  await share.click();
  await ann.getByRole('dialog').getByRole('button', { name: 'Decline Bo' }).click();
  await expect(ann.getByRole('dialog').getByRole('list', { name: 'Asking for access' })).toHaveCount(0);
  await ann.keyboard.press('Escape');
  await expect(share).toHaveAccessibleDescription('', SOON);
  await expect(card.getByTitle('One person asks for access')).toHaveCount(0, SOON);
  for (const page of [ann, phone, bo]) await page.context().close();
});
