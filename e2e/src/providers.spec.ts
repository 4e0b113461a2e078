import { freePort } from '@bough/house/servers';
import { expect, type Page, test } from '@playwright/test';
import { Bough } from './bough.ts';
import { IdentityProvider } from './identity-provider.ts';

// Two providers, in a real browser, on their own pages and back.

async function openSignIn(page: Page, site: string): Promise<void> {
  await page.goto(site);
  await page.getByRole('button', { name: 'Sign in', exact: true }).first().click();
}

test('[WEB-80] each provider has its button, and whoever signs in there is here; where they are the only way, nothing else is shown', async ({
  page,
  browser,
}) => {
  await using school = new IdentityProvider('school');
  await using town = new IdentityProvider('town');
  const bough = new Bough(await freePort());
  for (const each of [school, town]) await each.start(bough.url);
  const list = [school.entry('Hill School'), town.entry('Town Library')];
  bough.settings = { BOUGH_OIDC_PROVIDERS: JSON.stringify(list) };
  try {
    await bough.start();
    await openSignIn(page, bough.url);
    const dialog = page.getByRole('dialog', { name: 'Sign in' });
    await expect(dialog.getByRole('button', { name: /^Continue with/ })).toHaveText([
      'Continue with Hill School',
      'Continue with Town Library',
    ]);
    await expect(dialog.getByLabel('Email address')).toBeVisible();
    await dialog.getByRole('button', { name: 'Continue with Town Library' }).click();
    await page.locator('input[name=login]').fill('ann');
    await page.locator('input[name=password]').fill('x');
    await page.locator('button[type=submit]').click();
    await page.locator('button[type=submit]').click();
    await expect(page.getByRole('button', { name: 'You: ann@town.example' })).toBeVisible();
    await page.goto(`${bough.url}/account`);
    await expect(page.getByRole('button', { name: 'Set password' })).toBeVisible();

    await bough.stop();
    bough.settings = { ...bough.settings, BOUGH_SIGN_IN: 'provider', BOUGH_REGISTRATION: 'provider' };
    await bough.start();
    const other = await browser.newPage();
    await openSignIn(other, bough.url);
    const only = other.getByRole('dialog', { name: 'Sign in' });
    await expect(only.getByRole('button', { name: /^Continue with/ })).toHaveCount(2);
    await expect(only.getByRole('textbox')).toHaveCount(0);
    await expect(only.getByRole('button', { name: /link|password|passkey/i })).toHaveCount(0);
    await page.goto(`${bough.url}/account`);
    await expect(page.getByRole('button', { name: 'Download everything' })).toBeVisible();
    await expect(page.getByRole('button', { name: /password/i })).toHaveCount(0);
    // Back from a provider one is where one was.
    const place = `${bough.url}/m/AZrY7v0NcfG2b0h1Kx9r2w#chat`;
    await other.goto(place);
    await other.getByRole('button', { name: 'Sign in', exact: true }).click();
    await other.getByRole('button', { name: 'Continue with Hill School' }).click();
    await other.locator('input[name=login]').fill('bea');
    await other.locator('input[name=password]').fill('x');
    await other.locator('button[type=submit]').click();
    await other.locator('button[type=submit]').click();
    await expect(other).toHaveURL(place);
    await expect(other.getByRole('button', { name: 'Ask for access' })).toBeVisible();
    await other.close();
  } finally {
    await bough.remove();
  }
});
