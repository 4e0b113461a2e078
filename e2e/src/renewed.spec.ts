import { type Browser, expect, type Page } from '@playwright/test';
import { Garden } from './garden.ts';
import { joined } from './joined.ts';
import { isKept } from './kept.ts';
import { write } from './map-page.ts';
import { test } from './site.ts';

// Access that ended while somebody was writing without a network, and that its owner renews.

const SOON_MS = 5_000;
/** The page looks from time to time whether it may open the map again. */
const AGAIN = { timeout: 40_000 };

const ENDED = 'You no longer have access to this map';

/** An owner's map, and somebody else who writes in it. */
class Lesson {
  readonly owner: Garden;
  readonly member: Garden;
  readonly #path: string;

  private constructor(owner: Garden, member: Garden, path: string) {
    this.owner = owner;
    this.member = member;
    this.#path = path;
  }

  static async begin(page: Page, site: string, browser: Browser): Promise<Lesson> {
    const owner = await Garden.plant(page, site, 'lesson\n\toak');
    const member = await joined(browser, owner);
    await isKept(member.page);
    const id = await member.page.evaluate(async () => String((await (await fetch('/api/session')).json()).person.id));
    return new Lesson(owner, member, `/api/maps/${new URL(page.url()).pathname.split('/')[2]}/members/${id}`);
  }

  /** As an owner sets it in the dialog. */
  async set(role: string, until: number | null): Promise<void> {
    const status = await this.owner.page.evaluate(
      async ([path, body]) => {
        const { csrf } = await (await fetch('/api/session')).json();
        const headers = { 'content-type': 'application/json', 'bough-csrf': csrf };
        return (await fetch(path, { method: 'PUT', headers, body })).status;
      },
      [this.#path, JSON.stringify({ role, until })] as const,
    );
    expect(status).toBe(204);
  }

  /** The member writes an item, a comment and half of another one after the network has gone, and is back when access has ended. */
  async writeTooLate(): Promise<void> {
    const { member, owner } = this;
    const { page } = member;
    // A page without a network has what it has had before.
    await member.comment('oak', 'said in time');
    const until = Date.now() + SOON_MS;
    await this.set('edit', until);
    await page.context().setOffline(true);
    await member.select('oak');
    await member.addBranch('too late');
    await member.comment('oak', 'said too late');
    await write(page.getByRole('combobox', { name: /^Reply/ }), 'half a sentence');
    await expect(member.status).toContainText('changes are kept here and will be sent');
    await expect.poll(() => Date.now(), { timeout: 20_000 }).toBeGreaterThan(until + 500);
    await page.context().setOffline(false);
    await expect(page.getByRole('heading', { name: ENDED })).toBeVisible(AGAIN);
    await expect(page.getByText(/changes came too late: they are kept in this browser/)).toBeVisible();
    expect(await owner.words()).toEqual(['lesson', 'oak']);
  }

  /** The page opens by itself. */
  async opens(): Promise<void> {
    await expect(this.member.page.getByRole('heading', { name: ENDED })).toHaveCount(0, AGAIN);
    await this.member.isOpen();
  }

  async hasAll(): Promise<void> {
    const { member, owner } = this;
    await member.isSaved();
    await expect.poll(() => owner.words()).toContain('too late');
    await this.hasWhatWasSaid();
  }

  /** The comment, and the half of another one in its field. */
  async hasWhatWasSaid(): Promise<void> {
    const { member } = this;
    await member.select('oak');
    await member.keys('Control+Alt+m');
    await expect(member.page.getByRole('article').getByText('said too late', { exact: true })).toBeVisible();
    await expect(member.page.getByRole('combobox', { name: /^Reply/ })).toHaveValue('half a sentence');
  }

  async end(): Promise<void> {
    await this.member.page.context().close();
  }
}

test('[WEB-83] what somebody wrote before they knew that their access had ended is sent once it is renewed, and the page opens by itself', async ({
  page,
  site,
  browser,
}) => {
  test.setTimeout(120_000);
  const lesson = await Lesson.begin(page, site, browser);
  await lesson.writeTooLate();
  // Also after the page was closed, and opened while there was no access.
  await lesson.member.page.reload();
  await expect(lesson.member.page.getByText(/changes came too late: they are kept in this browser/)).toBeVisible();
  await lesson.set('edit', null);
  await lesson.opens();
  await lesson.hasAll();
  await lesson.end();
});

test('[WEB-83] what a lower role does not allow any more is told with its words, and nothing of it is lost', async ({
  page,
  site,
  browser,
}) => {
  test.setTimeout(120_000);
  const lesson = await Lesson.begin(page, site, browser);
  await lesson.writeTooLate();
  await lesson.set('comment', null);
  const { member } = lesson;
  await lesson.opens();
  await expect(member.page.getByRole('alert').filter({ hasText: 'too late' })).toBeVisible();
  await lesson.hasWhatWasSaid();
  await lesson.end();
});

test('[WEB-83] a map that was opened without a network after access had ended is there when both are back', async ({
  page,
  site,
  browser,
}) => {
  test.setTimeout(120_000);
  const lesson = await Lesson.begin(page, site, browser);
  await lesson.writeTooLate();
  const { page: theirs } = lesson.member;
  await theirs.context().setOffline(true);
  await theirs.reload();
  await expect(theirs.getByRole('heading', { name: ENDED })).toBeVisible();
  await lesson.set('edit', null);
  await theirs.context().setOffline(false);
  await lesson.opens();
  await lesson.hasAll();
  await lesson.end();
});
