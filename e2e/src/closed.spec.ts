import { freePort } from '@bough/house/servers';
import { expect, test } from '@playwright/test';
import { Bough } from './bough.ts';
import { HomePage, newAddress } from './home-page.ts';
import { MapPage } from './map-page.ts';

// A Bough that takes nobody new: its first person comes in, since somebody has to, and shows a guest a map by a link.

test('a closed Bough lets a guest into the map of a link, and offers no maps of their own', async ({
  page,
  browser,
}) => {
  const bough = new Bough(await freePort(), { BOUGH_REGISTRATION: 'closed' });
  await bough.start();
  try {
    const stranger = await (await browser.newContext()).newPage();
    const outside = new HomePage(stranger, bough.url);
    await outside.open();
    await expect(stranger.getByRole('button', { name: 'Sign in', exact: true }).first()).toBeVisible();
    await expect(stranger.getByRole('button', { name: 'New map' })).toHaveCount(0);

    const ada = new HomePage(page, bough.url);
    await ada.signIn(newAddress('ada'));
    const map = await MapPage.begin(page, bough.url);
    await map.type('House rules');
    await map.keys('Enter');
    await map.isSaved();
    const link = await map.shareForEditing();

    const guests = await MapPage.join(stranger, link);
    expect(await guests.words()).toEqual(['House rules']);
    await stranger.getByRole('treeitem', { name: 'House rules' }).dispatchEvent('click');
    await guests.addBranch('wipe your feet');
    await guests.isSaved();
    await expect.poll(() => map.words()).toContain('wipe your feet');

    await outside.open();
    await expect(outside.card('House rules')).toBeVisible();
    await expect(stranger.getByRole('button', { name: 'New map' })).toHaveCount(0);
    await stranger.getByRole('button', { name: 'Actions: House rules' }).click();
    await expect(stranger.getByRole('menuitem', { name: 'Make a copy' })).toHaveCount(0);
    await stranger.keyboard.press('Escape');

    await stranger.getByRole('button', { name: 'Sign in', exact: true }).first().click();
    await stranger.getByLabel('Email address').fill(newAddress('eve'));
    await stranger.getByRole('button', { name: 'Send me a link' }).click();
    await stranger.goto(`${bough.url}/outbox`);
    await expect(stranger.getByRole('heading', { name: /^Sign in/ })).toHaveCount(1);
  } finally {
    await bough.remove();
  }
});
