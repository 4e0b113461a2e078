import { createHmac } from 'node:crypto';
import { freePort } from '@bough/house/servers';
import { expect, test } from '@playwright/test';
import { Bough } from './bough.ts';
import { HomePage, newAddress } from './home-page.ts';

// A person with an authenticator app, and somebody who signs in to their account elsewhere.

let bough: Bough;
test.beforeAll(async () => {
  bough = new Bough(await freePort(), { BOUGH_LIMITS_FACTOR: '50' });
  await bough.start();
});
test.afterAll(async () => bough.remove());

/** What an app shows for this key, so many steps from now. */
function codeOf(key: string, offset = 0): string {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
  const bits = Array.from(key, (letter) => letters.indexOf(letter).toString(2).padStart(5, '0')).join('');
  const secret = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + offset));
  const mac = createHmac('sha1', secret).update(counter).digest();
  const number = mac.readUInt32BE((mac.at(-1) ?? 0) & 15) & 0x7fff_ffff;
  return String(number % 1_000_000).padStart(6, '0');
}

test('the second step is set up with an app, asked for at the next sign-in, and a sign-in elsewhere is undone by its mail', async ({
  page,
  browser,
  context,
}) => {
  const home = new HomePage(page, bough.url);
  const email = newAddress('theo');
  await home.signIn(email);
  await page.goto(`${bough.url}/account`);
  await page.getByRole('button', { name: 'Set up an app' }).click();
  // Dark on light in every theme, or no camera reads it.
  await expect(page.locator('svg.qr')).toHaveCSS('background-color', 'rgb(255, 255, 255)');
  const key = (await page.locator('code').first().textContent()) ?? '';
  const field = page.getByLabel('Code from your app');
  await field.fill(codeOf(key));
  await page.getByRole('button', { name: 'Turn on', exact: true }).click();
  await expect(page.getByText('You have 10 recovery codes left.')).toBeVisible();
  const [recovery = '', ...others] = await page.locator('li code').allTextContents();
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: 'Copy codes' }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe([recovery, ...others].join('\n'));
  const elsewhere = await (await browser.newContext()).newPage();
  const other = new HomePage(elsewhere, bough.url);
  await other.open();
  await elsewhere.getByRole('button', { name: 'Sign in', exact: true }).first().click();
  await elsewhere.getByLabel('Email address').fill(email);
  await elsewhere.getByRole('button', { name: 'Email me a link' }).click();
  // Whoever leaves the page before it has an answer may not have asked.
  await expect(elsewhere.getByText('Check your email')).toBeVisible();
  await other.openMail(email, /^Sign in/);
  await elsewhere.getByRole('button', { name: 'Sign in', exact: true }).click();
  const asked = elsewhere.getByLabel('Code from your app');
  await asked.fill('000000');
  await elsewhere.getByRole('button', { name: 'Sign in', exact: true }).click();
  const why = 'This code did not work, or you waited too long. Wait for the next code, or sign in again.';
  await expect(elsewhere.getByRole('alert')).toHaveText(why);
  await asked.fill(recovery);
  await elsewhere.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(elsewhere.getByRole('button', { name: `You: ${email}` })).toBeVisible();
  await home.openMail(email, /^New sign-in/);
  await page.getByRole('button', { name: 'This was not me' }).click();
  await expect(page.getByText('All sessions have ended.')).toBeVisible();
  await elsewhere.goto(`${bough.url}/account`);
  await expect(
    elsewhere
      .getByText('You are a guest')
      .or(elsewhere.getByRole('button', { name: 'Sign in' }))
      .first(),
  ).toBeVisible();
  await elsewhere.context().close();
});

test('a session that is no longer fresh is asked for a proof once something is chosen, and Enter in it proves', async ({
  page,
}) => {
  await new HomePage(page, bough.url).signIn(newAddress('nora'));
  const secondStep = { since: Date.now(), codesLeft: 3 };
  await page.route('**/api/account', async (route) => {
    const account = await (await route.fetch()).json();
    await route.fulfill({ json: { ...account, isFresh: false, hasPassword: true, secondStep } });
  });
  await page.goto(`${bough.url}/account`);
  const section = page
    .locator('.page-section')
    .filter({ has: page.getByRole('heading', { name: 'Two-step sign-in' }) });
  await expect(section.getByRole('button')).toHaveText(['New recovery codes', 'Turn off']);
  await expect(section.getByRole('textbox')).toHaveCount(0);
  await section.getByRole('button', { name: 'New recovery codes' }).click();
  await expect(section.getByRole('button', { name: 'New recovery codes' })).toBeDisabled();
  await section.getByLabel('Current password').fill('four words of mine');
  const code = section.getByLabel('Code from your app');
  await code.fill('123456');
  const proving = page.waitForRequest('**/api/account/prove');
  await code.press('Enter');
  expect((await proving).postDataJSON()).toEqual({ proof: 'four words of mine', code: '123456' });
  await section.getByRole('button', { name: 'Cancel' }).click();
  await expect(section.getByLabel('Current password')).toHaveCount(0);
});
