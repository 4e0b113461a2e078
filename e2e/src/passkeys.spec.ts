import { createHmac } from 'node:crypto';
import { freePort } from '@bough/house/servers';
import { type CDPSession, expect, type Page, test } from '@playwright/test';
import { Bough } from './bough.ts';
import { HomePage, newAddress } from './home-page.ts';

// A person with a device that keeps passkeys and knows its owner: Chromium's own virtual authenticator.

const KEY = 'the one cookie key of this test of 32 letters and more';
const HOUR_MS = 3_600_000;
let bough: Bough;

test.beforeAll(async () => {
  bough = new Bough(await freePort(), { BOUGH_COOKIE_KEYS: KEY, BOUGH_LIMITS_FACTOR: '50' });
  await bough.start();
});
test.afterAll(async () => bough.remove());

class Device {
  readonly #cdp: CDPSession;
  readonly #id: string;

  private constructor(cdp: CDPSession, id: string) {
    this.#cdp = cdp;
    this.#id = id;
  }

  static async at(page: Page): Promise<Device> {
    const cdp = await page.context().newCDPSession(page);
    await cdp.send('WebAuthn.enable');
    const options = { protocol: 'ctap2', ctap2Version: 'ctap2_1', transport: 'internal' } as const;
    const able = { hasResidentKey: true, hasUserVerification: true, isUserVerified: true };
    const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
      options: { ...options, ...able },
    });
    return new Device(cdp, authenticatorId);
  }

  /** Whether it knows who touches it. */
  async knowsOwner(isUserVerified: boolean): Promise<void> {
    await this.#cdp.send('WebAuthn.setUserVerified', { authenticatorId: this.#id, isUserVerified });
  }

  async count(): Promise<number> {
    const { credentials } = await this.#cdp.send('WebAuthn.getCredentials', { authenticatorId: this.#id });
    return credentials.length;
  }
}

async function addPasskey(page: Page, name: string): Promise<void> {
  await page.goto(`${bough.url}/account`);
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  const field = page.getByLabel('Name', { exact: true }).last();
  await expect(field).toHaveValue(/ on Linux$/);
  await field.fill(name);
  await page.getByRole('button', { name: 'Save', exact: true }).last().click();
  await expect(page.getByRole('listitem').filter({ hasText: name })).toContainText('never used');
}

async function signOut(page: Page, email: string): Promise<void> {
  await page.goto(bough.url);
  await page.getByRole('button', { name: `You: ${email}` }).click();
  await page.getByRole('menuitem', { name: 'Sign out', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Sign in', exact: true }).first()).toBeVisible();
}

async function openSignIn(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Sign in', exact: true }).first().click();
}

/** Makes the browser's session one that was proved hours ago, as only the server could. */
async function growOld(page: Page): Promise<void> {
  const cookies = await page.context().cookies(bough.url);
  const session = cookies.find(({ name }) => name === 's');
  if (session === undefined) throw new Error('nobody is signed in');
  const facts: object = JSON.parse(Buffer.from(session.value, 'base64').toString());
  const old = { ...facts, proved: Date.now() - 2 * HOUR_MS };
  const value = Buffer.from(JSON.stringify(old)).toString('base64');
  const signature = createHmac('sha256', KEY).update(`s=${value}`).digest('base64url');
  await page.context().addCookies([
    { ...session, value },
    { ...session, name: 's.sig', value: signature },
  ]);
}

test('a passkey is added, named, signs in by the button, and proves that its person is still there', async ({
  page,
}) => {
  // A browser that offers none in fields: the virtual device would answer to the offer before anybody presses the button.
  await page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = async () => false;
  });
  const home = new HomePage(page, bough.url);
  const email = newAddress('mira');
  const device = await Device.at(page);
  await home.signIn(email);
  await addPasskey(page, 'My laptop');
  expect(await device.count()).toBe(1);
  await page.goto(`${bough.url}/outbox`);
  await expect(
    page
      .getByRole('listitem')
      .filter({ hasText: `To ${email}` })
      .first(),
  ).toContainText('New passkey for your Bough account');

  await signOut(page, email);
  await openSignIn(page);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(page.getByRole('button', { name: `You: ${email}` })).toBeVisible();

  await growOld(page);
  await page.goto(`${bough.url}/account`);
  await expect(page.getByText('by passkey')).toBeVisible();
  await page.getByRole('button', { name: 'Remove the passkey: My laptop' }).click();
  const dialog = page.getByRole('dialog', { name: 'Remove this passkey?' });
  // It is the last way in but the mailed link.
  await expect(dialog).toContainText('with an email link only');
  await expect(dialog.getByRole('button', { name: 'Remove' })).toBeDisabled();
  await dialog.getByRole('button', { name: 'Confirm with a passkey' }).click();
  await expect(dialog.getByRole('button', { name: 'Confirm with a passkey' })).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText('My laptop')).toHaveCount(0);

  // The device has it still; it lets nobody in.
  await signOut(page, email);
  await openSignIn(page);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(page.getByText('This passkey does not work here.')).toBeVisible();
});

test('where the browser offers to fill in an address, it offers passkeys', async ({ page }) => {
  const home = new HomePage(page, bough.url);
  const email = newAddress('nora');
  const device = await Device.at(page);
  await home.signIn(email);
  await addPasskey(page, 'My phone');
  await signOut(page, email);
  // The virtual one is chosen as soon as it is offered.
  await openSignIn(page);
  await expect(page.getByRole('button', { name: `You: ${email}` })).toBeVisible();
  expect(await device.count()).toBe(1);
});

test('a device makes one passkey for a person, and one that does not know its owner makes and uses none', async ({
  page,
}) => {
  const home = new HomePage(page, bough.url);
  const email = newAddress('olga');
  const device = await Device.at(page);
  await home.signIn(email);
  await addPasskey(page, 'The only one');
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await expect(page.getByText('This device already has a passkey for your account.')).toBeVisible();
  expect(await device.count()).toBe(1);
  await device.knowsOwner(false);
  await signOut(page, email);
  await openSignIn(page);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(page.getByText('No passkey was used.')).toBeVisible();
});
