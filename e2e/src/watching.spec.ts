import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type Browser, type BrowserContextOptions, expect, type Page } from '@playwright/test';
import { type Bough, test } from './bough.ts';
import { Garden } from './garden.ts';
import { HomePage, newAddress } from './home-page.ts';

// Mail about what others change in a map, from the switch to the end.

/** A mail goes within the half minute in which a gateway looks. */
const NEXT_LOOK = { timeout: 45_000 };

/** The morning has come: every watch is due now. */
function comeMorning(bough: Bough): void {
  const kept = new DatabaseSync(join(bough.data, 'metadata.sqlite'), { timeout: 5_000 });
  kept.exec('UPDATE watches SET due_at = 1 WHERE due_at IS NOT NULL');
  kept.close();
}

async function someone(browser: Browser, options: BrowserContextOptions = {}): Promise<Page> {
  return await (await browser.newContext(options)).newPage();
}

/** Opens the map, and turns the switch on where its people are. */
async function watch(page: Page, link: string, name: string): Promise<void> {
  await page.goto(link);
  await page.getByRole('treeitem').first().waitFor({ state: 'attached' });
  await page.getByRole('button', { name: /^(Share|Teilen)$/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('checkbox', { name }).click();
  await expect(dialog.getByRole('checkbox', { name })).toBeChecked();
  await page.keyboard.press('Escape');
}

/** The mails about changes to this address, newest first. */
function mailsTo(page: Page, email: string, subject: string) {
  return page.getByRole('listitem').filter({ hasText: email }).filter({ hasText: subject });
}

test('[WEB-30] who watches a map is mailed what another did, with a picture; one click ends it, and no further mail comes', async ({
  browser,
  bough,
}) => {
  const [ana, wim] = [await someone(browser), await someone(browser)];
  const owner = await Garden.plant(ana, bough.url, 'Budget\n\tMoney\n\tTime');
  const email = newAddress('wim');
  const home = new HomePage(wim, bough.url);
  await home.signIn(email);
  await watch(wim, await owner.shareForEditing(), 'Email me what others change');
  await home.open('/account');
  const watched = wim.getByRole('list', { name: 'Watched maps' });
  await expect(watched.getByRole('checkbox', { name: 'Budget' })).toBeChecked();
  await owner.select('Money');
  await owner.paste({ 'text/plain': 'Rent\nFood' });
  await owner.isSaved();
  comeMorning(bough);
  const mails = mailsTo(wim, email, 'A map that you watch was changed');
  await expect(async () => {
    await home.open('/outbox');
    await expect(mails).toHaveCount(1, { timeout: 2_000 });
  }).toPass(NEXT_LOOK);
  await expect(mails).toContainText('Budget');
  await expect(mails).toContainText('Added 2 items below “Money”');
  const picture = mails.getByRole('img');
  await expect(picture).toHaveJSProperty('naturalWidth', 864);
  const text = await mails.locator('pre').innerText();
  // Whoever has the link needs no session.
  const nobody = await someone(browser);
  await nobody.goto(/\S+\/stop-watching\/\S+/.exec(text)?.[0] ?? '');
  await nobody.getByRole('button', { name: 'Stop watching' }).click();
  await expect(nobody.getByText('You no longer watch this map.')).toBeVisible();
  await home.open('/account');
  await expect(wim.getByText('You watch no maps.')).toBeVisible();
  // Another map, which is watched still: its mail comes, and none about the first.
  await owner.addBranch('Unheard');
  await owner.isSaved();
  const next = await Garden.plant(ana, bough.url, 'Holidays');
  await watch(wim, await next.shareForEditing(), 'Email me what others change');
  await next.addBranch('Heard');
  await next.isSaved();
  comeMorning(bough);
  await expect(async () => {
    await home.open('/outbox');
    await expect(mails).toHaveCount(2, { timeout: 2_000 });
  }).toPass(NEXT_LOOK);
  await expect(mails.first()).toContainText('Holidays');
  await expect(mails.first()).toContainText('Added an item');
});

test('[WEB-30] a reader of German gets it in German, and turns it off in the account', async ({ browser, bough }) => {
  const [ana, wim] = [await someone(browser), await someone(browser, { locale: 'de-DE' })];
  const owner = await Garden.plant(ana, bough.url, 'Haushalt\n\tGeld');
  const email = newAddress('willem');
  const home = new HomePage(wim, bough.url);
  await home.open();
  await wim.getByRole('button', { name: 'Anmelden', exact: true }).first().click();
  await wim.getByLabel('E-Mail-Adresse').pressSequentially(email);
  await wim.getByRole('button', { name: 'Link per E-Mail' }).click();
  await expect(wim.getByText('Sieh in dein Postfach')).toBeVisible();
  await home.open('/outbox');
  await mailsTo(wim, email, 'Bei Bough anmelden').getByRole('link').click();
  await wim.getByRole('button', { name: 'Anmelden', exact: true }).click();
  await expect(wim.getByRole('button', { name: new RegExp(email) })).toBeVisible();
  await watch(wim, await owner.shareForEditing(), 'E-Mails darüber, was andere ändern');
  await owner.select('Geld');
  await owner.paste({ 'text/plain': 'Miete\nEssen' });
  await owner.isSaved();
  comeMorning(bough);
  const mails = mailsTo(wim, email, 'Eine Karte, die du beobachtest, wurde geändert');
  await expect(async () => {
    await home.open('/outbox');
    await expect(mails).toHaveCount(1, { timeout: 2_000 });
  }).toPass(NEXT_LOOK);
  await expect(mails).toContainText('2 Punkte unter „Geld“ hinzugefügt');
  await home.open('/account');
  const list = wim.getByRole('list', { name: 'Beobachtete Karten' });
  await list.getByRole('checkbox', { name: 'Haushalt' }).click();
  await expect(list.getByRole('checkbox', { name: 'Haushalt' })).not.toBeChecked();
  await wim.reload();
  await expect(wim.getByText('Du beobachtest keine Karten.')).toBeVisible();
});
