import { type Browser, expect, type Page } from '@playwright/test';
import { Garden } from './garden.ts';
import { HomePage, newAddress } from './home-page.ts';
import { test } from './site.ts';

// A group of people as one that a map is shared with: made, used, changed, and what the people in it see.

async function signedIn(browser: Browser, site: string, email: string): Promise<HomePage> {
  const home = new HomePage(await (await browser.newContext()).newPage(), site);
  await home.signIn(email);
  return home;
}
const share = async (page: Page): Promise<void> =>
  await page.getByRole('button', { name: 'Share', exact: true }).click();

test('[WEB-51] a map is shared with a group: its people open it until they are taken out, and who is added later does', async ({
  browser,
  site,
}) => {
  test.setTimeout(240_000);
  const [annAt, boAt, cyAt] = [newAddress('ann'), newAddress('bo'), newAddress('cy')];
  const ann = await signedIn(browser, site, annAt);
  const bo = await signedIn(browser, site, boAt);
  const garden = await Garden.plant(ann.page, site, 'wood\n\toak\n\telm');
  await garden.isSaved();
  const address = ann.page.url();
  // Made where one wants to share: its name then stands in the field.
  await share(ann.page);
  const dialog = ann.page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'New group' }).click();
  await expect(dialog.getByRole('heading', { name: 'New group' })).toBeVisible();
  await dialog.getByLabel('Name').fill('Class 8b');
  await dialog.getByLabel('Add people').fill(`Bo <${boAt.toUpperCase()}>\nnobody`);
  await dialog.getByRole('button', { name: 'Create group' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('These are not email addresses: nobody');
  await dialog.getByLabel('Add people').fill(`Bo <${boAt.toUpperCase()}>\n`);
  await dialog.getByRole('button', { name: 'Create group' }).click();
  await expect(dialog.getByLabel('Email address or group')).toHaveValue('Class 8b');
  await dialog.getByRole('button', { name: 'Share', exact: true }).click();
  await expect(ann.page.getByText('Shared with the group “Class 8b”.')).toBeVisible();
  const row = dialog.getByRole('listitem').filter({ hasText: 'Class 8b' });
  await expect(row).toContainText('One person');
  await row.getByRole('button', { name: 'Show the people in the group Class 8b' }).click();
  await expect(dialog.getByText(boAt)).toBeVisible();
  // A member has it in their list and their bell, and sees why.
  await bo.open();
  await expect(bo.page.getByRole('button', { name: 'Notifications, 1 unread' })).toBeVisible({ timeout: 20_000 });
  await bo.card('wood').click();
  const theirs = new Garden(bo.page);
  await theirs.isOpen();
  await share(bo.page);
  const seen = bo.page.getByRole('dialog', { name: 'Who has access' });
  await expect(seen.getByRole('listitem').filter({ hasText: '(you)' })).toContainText('in the group “Class 8b”');
  await expect(seen.getByRole('button', { name: 'Remove the group Class 8b' })).toHaveCount(0);
  await bo.page.keyboard.press('Escape');
  // Taken out while the map is open, and another is added.
  await dialog.getByRole('button', { name: 'Edit group' }).click();
  await dialog.getByRole('button', { name: `Remove ${boAt}` }).click();
  await dialog.getByLabel('Add people').fill(cyAt);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(row).toContainText('One person');
  await expect(bo.page.getByRole('heading', { name: 'You no longer have access to this map' })).toBeVisible();
  const cy = await signedIn(browser, site, cyAt);
  await cy.page.goto(address);
  await new Garden(cy.page).isOpen();
  // Kept out of this map alone, and told so to who did it.
  await ann.page.keyboard.press('Escape');
  await share(ann.page);
  await row.getByRole('button', { name: 'Show the people in the group Class 8b' }).click();
  await dialog.getByRole('button', { name: /^Remove cy/iu }).click();
  const ended = dialog.getByRole('list', { name: 'Access ended' }).getByRole('listitem');
  await expect(ended).toContainText('Still in the group “Class 8b”, but without access.');
  await expect(ended.getByRole('button')).toHaveText(['Renew']);
  await expect(cy.page.getByRole('heading', { name: 'You no longer have access to this map' })).toBeVisible();
  for (const { page } of [ann, bo, cy]) await page.context().close();
});

test('[WEB-52] groups are made, changed and deleted on the account page, and one that cannot be loaded says so', async ({
  browser,
  site,
}) => {
  test.setTimeout(120_000);
  const ann = await signedIn(browser, site, newAddress('ann'));
  const { page } = ann;
  await page.route('**/api/groups', (route) => route.abort());
  await ann.open('/account');
  await expect(page.getByText('Your groups could not be loaded.')).toBeVisible();
  await page.unroute('**/api/groups');
  await page.getByRole('alert').getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('No groups yet.')).toBeVisible();
  await page.getByRole('button', { name: 'New group' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Choir');
  await dialog.getByLabel('Add people').fill('one@example.org, two@example.org');
  // Closed by mistake: nothing is lost.
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'New group' }).click();
  await expect(dialog.getByLabel('Add people')).toHaveValue('one@example.org, two@example.org');
  await dialog.getByRole('button', { name: 'Create group' }).click();
  const rows = page.getByRole('list', { name: 'Groups' });
  await expect(rows).toContainText('2 people');
  await page.getByRole('button', { name: 'Edit the group Choir' }).click();
  await dialog.getByRole('button', { name: 'Remove one@example.org' }).click();
  await dialog.getByLabel('Name').fill('Small choir');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(rows).toContainText('Small choir');
  await expect(rows).toContainText('One person');
  await page.getByRole('button', { name: 'Edit the group Small choir' }).click();
  await dialog.getByRole('button', { name: 'Delete group' }).click();
  await dialog.getByRole('button', { name: 'Delete group' }).click();
  await expect(page.getByText('No groups yet.')).toBeVisible();
  await page.context().close();
});

test('[WEB-53] groups are suggested while a name is typed; arrows and Enter choose one, and what is neither is told', async ({
  browser,
  site,
}) => {
  test.setTimeout(120_000);
  const ann = await signedIn(browser, site, newAddress('ann'));
  const { page } = ann;
  const garden = await Garden.plant(page, site, 'wood');
  await garden.isSaved();
  await page.evaluate(async () => {
    const { csrf } = await (await fetch('/api/session')).json();
    for (const name of ['Class 8a', 'Class 8b', 'Choir']) {
      const headers = { 'content-type': 'application/json', 'bough-csrf': csrf };
      await fetch('/api/groups', { method: 'POST', headers, body: JSON.stringify({ name, addresses: [] }) });
    }
  });
  await share(page);
  const dialog = page.getByRole('dialog');
  const field = dialog.getByRole('combobox', { name: 'Email address or group' });
  await field.pressSequentially('cl');
  const options = dialog.getByRole('listbox', { name: 'Your groups' }).getByRole('option');
  await expect(options).toHaveText([/Class 8a/, /Class 8b/]);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(field).toHaveValue('Class 8b');
  await expect(options).toHaveCount(0);
  await field.fill('somebody');
  await dialog.getByRole('button', { name: 'Invite' }).click();
  await expect(dialog.getByRole('alert')).toContainText('Enter an email address, or the name of one of your groups.');
  await field.fill('class 8A');
  await dialog.getByRole('button', { name: 'Share', exact: true }).click();
  const row = dialog.getByRole('listitem').filter({ hasText: 'Class 8a' });
  await row.getByRole('button', { name: 'Remove the group Class 8a' }).click();
  await expect(row).toHaveCount(0);
  await page.context().close();
});
