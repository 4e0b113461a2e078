import { expect, type Page } from '@playwright/test';
import { Garden } from './garden.ts';
import { HomePage, newAddress } from './home-page.ts';
import { test } from './site.ts';

// Somebody who is not here yet opens a map, signs in, and is at that map.

const PASSWORD = 'nine grey wagtails';

/** Asks for a mailed link where the page is, and comes in by it. */
async function comeIn(page: Page, site: string, button: string): Promise<void> {
  const home = new HomePage(page, site);
  const email = newAddress('back');
  await page.getByRole('button', { name: button }).click();
  await page.getByLabel('Email address').pressSequentially(email);
  await page.getByRole('button', { name: 'Email me a link' }).click();
  await expect(page.getByText('Check your email')).toBeVisible();
  await home.openMail(email, /^Sign in/);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

test('[WEB-80] who signs in at a map that they may not open is back at it, and asks for access there', async ({
  page,
  site,
  browser,
}) => {
  const owner = await Garden.plant(page, site, 'wanted');
  await owner.isSaved();
  const address = `${page.url()}#item=abcdefgh`;
  const guest = await (await browser.newContext()).newPage();
  await Garden.plant(guest, site, 'of a guest');
  const nobody = await (await browser.newContext()).newPage();
  const ways = [
    [guest, 'Sign in to ask for access'],
    [nobody, 'Sign in'],
  ] as const;
  for (const [each, button] of ways) {
    await each.goto(address);
    await expect(each.getByRole('heading', { name: 'You cannot open this map' })).toBeVisible();
    await comeIn(each, site, button);
    await expect(each).toHaveURL(address);
    await each.getByRole('button', { name: 'Ask for access' }).click();
    await expect(each.getByRole('status').filter({ hasText: 'You asked for access on' })).toBeVisible();
    await each.context().close();
  }
});

test('[WEB-80] a password leads back, too, with the map open for who has access', async ({ page, site, browser }) => {
  const home = new HomePage(page, site);
  const email = newAddress('word');
  await home.signIn(email);
  await home.open('/account');
  await page.getByRole('button', { name: 'Set password' }).click();
  await page.getByLabel('New password').pressSequentially(PASSWORD);
  await page.getByRole('button', { name: 'Set password' }).click();
  await expect(page.getByText('You can sign in with your password')).toBeVisible();
  const garden = await Garden.plant(page, site, 'mine');
  await garden.isSaved();
  const nobody = await (await browser.newContext()).newPage();
  await nobody.goto(page.url());
  await nobody.getByRole('button', { name: 'Sign in' }).click();
  await nobody.getByRole('button', { name: 'Use a password' }).click();
  await nobody.getByLabel('Email address').pressSequentially(email);
  await nobody.getByLabel('Password').pressSequentially(PASSWORD);
  await nobody.getByRole('button', { name: 'Sign in', exact: true }).last().click();
  await new Garden(nobody).isOpen();
  await expect(nobody).toHaveURL(page.url());
  await nobody.context().close();
});
