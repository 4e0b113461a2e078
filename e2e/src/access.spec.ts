import { type Browser, expect, type Page } from '@playwright/test';
import { Garden } from './garden.ts';
import { HomePage, newAddress } from './home-page.ts';
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

/** A link to edit the map that is open there. */
async function linkOf(page: Page): Promise<string> {
  return await page.evaluate(async (map) => {
    const { csrf } = await (await fetch('/api/session')).json();
    const headers = { 'content-type': 'application/json', 'bough-csrf': csrf };
    const asked = await fetch(`/api/maps/${map}/links`, { method: 'POST', headers, body: '{"role":"edit"}' });
    return `${location.origin}/join#${String((await asked.json()).secret)}`;
  }, mapOf(page));
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
  await member.select('for a week');
  await member.addBranch('mine');
  await member.isSaved();
  const path = `/api/maps/${mapOf(page)}/members/${id}`;
  const until = Date.now() + SOON_MS;
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
  await expect(over.getByRole('button')).toHaveText(['Renew']);
  // They came by a link, which is on.
  await expect(page.getByText('An active link still lets them in as someone else')).toBeVisible();
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

test('everybody sees who has access; editors invite others once the owner lets them', async ({
  page,
  site,
  browser,
}) => {
  const owner = await Garden.plant(page, site, 'ours');
  const viewer = await join(browser, await owner.shareForEditing());
  const editor = new HomePage(await (await browser.newContext()).newPage(), site);
  const email = newAddress('editor');
  await editor.signIn(email);
  await editor.page.goto(await linkOf(page));
  await new Garden(editor.page).isOpen();
  const id = await editor.page.evaluate(async () => String((await (await fetch('/api/session')).json()).person.id));
  const path = `/api/maps/${mapOf(page)}`;
  expect(await send(page, 'PUT', `${path}/members/${id}`, { role: 'edit', until: Date.now() + 40 * 86_400_000 })).toBe(
    204,
  );
  await share(viewer.page);
  const seen = viewer.page.getByRole('dialog', { name: 'Who has access' });
  await expect(seen.getByRole('listitem')).toHaveCount(3);
  await expect(seen.getByRole('listitem').filter({ hasText: 'until' })).toHaveCount(1);
  await expect(seen).not.toContainText(email);
  await expect(seen.getByText('Only owners can change who has access.')).toBeVisible();
  await expect(seen.getByRole('button', { name: /Remove|Invite/ })).toHaveCount(0);
  expect(await send(page, 'PUT', `${path}/members/${id}`, { role: 'edit', until: null })).toBe(204);
  await share(editor.page);
  const theirs = editor.page.getByRole('dialog', { name: 'Who has access' });
  await expect(theirs.getByRole('listitem')).toHaveCount(3);
  await expect(theirs.getByRole('button', { name: 'Invite' })).toHaveCount(0);
  await editor.page.keyboard.press('Escape');
  await share(page);
  await page.getByRole('checkbox', { name: 'People who can edit may invite others' }).click();
  await expect(page.getByRole('checkbox', { name: 'People who can edit may invite others' })).toBeEnabled();
  await share(editor.page);
  const friend = newAddress('friend');
  await theirs.getByRole('textbox', { name: 'Email address' }).pressSequentially(friend);
  await expect(theirs.getByRole('combobox').getByRole('option', { name: 'Owner' })).toHaveCount(0);
  await theirs.getByRole('button', { name: 'Invite' }).click();
  await expect(theirs.getByRole('listitem').filter({ hasText: friend })).toBeVisible();
  await theirs.getByRole('button', { name: `Withdraw the invitation to ${friend}` }).click();
  await expect(theirs.getByRole('listitem').filter({ hasText: friend })).toHaveCount(0);
  for (const each of [viewer.page, editor.page]) await each.context().close();
});

test('a map that one may not open looks like one that is not there; who asks for access is allowed by its owner', async ({
  page,
  site,
  browser,
}) => {
  const owner = await Garden.plant(page, site, 'wanted');
  await owner.isSaved();
  const guest = await (await browser.newContext()).newPage();
  const asker = new HomePage(guest, site);
  const email = newAddress('asker');
  await guest.goto(site);
  await Garden.plant(guest, site, 'of a guest');
  await guest.goto(page.url());
  await expect(guest.getByRole('heading', { name: 'You cannot open this map' })).toBeVisible();
  await expect(guest.getByRole('button', { name: 'Sign in to ask for access' })).toBeVisible();
  await asker.signIn(email);
  const said = async (address: string): Promise<string> => {
    await guest.goto(address);
    await expect(guest.getByRole('button', { name: 'Ask for access' })).toBeVisible();
    return (await guest.getByRole('main').innerText()) + (await guest.title());
  };
  const none = page.url().replace(/\/m\/[\w-]{4}/, '/m/AYvP');
  expect(await said(page.url())).toBe(await said(none));
  for (const address of [none, page.url()]) {
    await guest.goto(address);
    await guest.getByRole('textbox', { name: 'Message to the owner' }).pressSequentially('We met on Monday');
    await guest.getByRole('button', { name: 'Ask for access' }).click();
    await expect(guest.getByRole('status').filter({ hasText: 'You asked for access on' })).toBeVisible();
    await guest.reload();
    await expect(guest.getByRole('status').filter({ hasText: 'You asked for access on' })).toBeVisible();
  }
  await share(page);
  const asks = page.getByRole('list', { name: 'Asking for access' });
  await expect(asks.getByRole('listitem')).toContainText('We met on Monday');
  await expect(asks.getByRole('listitem')).toContainText(email);
  await asks.getByRole('combobox').selectOption('Can comment');
  await asks.getByRole('button', { name: /^Allow/ }).click();
  await expect(asks).toHaveCount(0);
  const people = page.getByRole('list', { name: 'People' }).getByRole('listitem');
  await expect(people.filter({ hasText: email })).toHaveCount(1);
  await asker.openMail(email, /^You have access to a map/);
  await new Garden(guest).isOpen();
  await expect(new Garden(guest).status).toHaveText('Can comment');
  await guest.context().close();
});

test('a map is given away by asking: who is asked declines or accepts, and the former owner may edit', async ({
  page,
  site,
  browser,
}) => {
  const owner = await Garden.plant(page, site, 'handed on');
  const member = await join(browser, await owner.shareForEditing());
  const name = await nameOf(member.page);
  const ask = async () => {
    await page.getByRole('combobox', { name: `Access for ${name}` }).selectOption('Transfer ownership');
    await page.getByRole('button', { name: 'Ask', exact: true }).click();
    await expect(page.getByText(`${name} is asked to become the owner.`)).toBeVisible();
  };
  const offer = member.page.getByRole('dialog', { name: 'Who has access' }).getByRole('status');
  await share(page);
  await ask();
  await share(member.page);
  await expect(offer).toContainText('asks you to become the owner of this map.');
  await offer.getByRole('button', { name: 'Decline' }).click();
  await expect(offer).toHaveCount(0);
  await member.page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await share(page);
  await expect(page.getByText(`${name} declined to become the owner.`)).toBeVisible();
  await ask();
  await share(member.page);
  await offer.getByRole('button', { name: 'Accept' }).click();
  await expect(member.page.getByRole('dialog', { name: 'Share this map' })).toBeVisible();
  await expect(page.getByRole('dialog', { name: 'Who has access' })).toBeVisible();
  await expect(
    page.getByRole('dialog').getByRole('listitem').filter({ hasText: name }).getByText('Owner'),
  ).toBeVisible();
  await page.keyboard.press('Escape');
  await owner.select('handed on');
  await owner.addBranch('still mine to edit');
  await owner.isSaved();
  await member.page.context().close();
});

test('[GW-530] somebody is invited until a day, reads until when, and is listed with it', async ({
  page,
  site,
  browser,
}) => {
  const owner = new HomePage(page, site);
  await owner.signIn(newAddress('inviter'));
  const garden = await Garden.plant(page, site, 'a course');
  await garden.isSaved();
  const theirs = new HomePage(await (await browser.newContext()).newPage(), site);
  const email = newAddress('student');
  await theirs.signIn(email);
  await share(page);
  await page.getByRole('textbox', { name: 'Email address' }).pressSequentially(email);
  const ends = page.getByRole('combobox', { name: 'Access ends' });
  await expect(ends).toHaveValue('never');
  // An owner's access does not end.
  const role = page.getByRole('combobox', { name: `Access for ${email}` });
  await role.selectOption('Owner');
  await expect(ends).toHaveCount(0);
  await role.selectOption('Can view');
  await ends.selectOption('Until a date');
  const invite = page.getByRole('button', { name: 'Invite', exact: true });
  await expect(invite).toBeDisabled();
  const nextYear = new Date().getFullYear() + 1;
  await page.getByLabel('Last day').fill(`${nextYear}-03-05`);
  await invite.click();
  const row = page.getByRole('list', { name: 'People' }).getByRole('listitem').filter({ hasText: email });
  await expect(row).toContainText(`until March 5, ${nextYear}`);
  await expect(ends).toHaveValue('never');
  await theirs.open();
  const invitation = theirs.page.getByRole('list', { name: 'Invitations' }).getByRole('listitem');
  await expect(invitation).toContainText(`“a course”, until March 5, ${nextYear}.`);
  await invitation.getByRole('button', { name: 'Accept' }).click();
  await new Garden(theirs.page).isOpen();
  await page.keyboard.press('Escape');
  await share(page);
  const members = page.getByRole('list', { name: 'People' }).getByRole('listitem');
  await expect(members.filter({ hasText: `until March 5, ${nextYear}` })).toHaveCount(1);
  await expect(members.filter({ hasText: 'Invited' })).toHaveCount(0);
  await theirs.page.context().close();
});
