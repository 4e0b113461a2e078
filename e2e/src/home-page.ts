import { expect, type Page } from '@playwright/test';
import { write } from './map-page.ts';

/** An address that nobody has had before: tests share one Bough, and one writes tests on one that ran before. */
export function newAddress(name: string): string {
  return `${name}-${crypto.randomUUID().slice(0, 8)}@example.org`;
}

/** Home, used as a person does. */
export class HomePage {
  readonly page: Page;
  readonly #url: string;

  constructor(page: Page, url: string) {
    this.page = page;
    this.#url = url;
  }

  async open(path = '/'): Promise<void> {
    await this.page.goto(`${this.#url}${path}`);
    await expect(this.page.getByRole('main')).toBeVisible();
    // What is dragged, as nobody does so soon, is dragged in React alone.
    await expect(this.page.locator('.page-begun')).toHaveCount(0);
  }

  /** From home or anywhere: asks for a link, finds it in the outbox, and comes in by it. */
  async signIn(email: string): Promise<void> {
    await this.open();
    await this.page.getByRole('button', { name: 'Sign in', exact: true }).first().click();
    // Letter by letter: what Playwright fills in at once, React does not hear of in Firefox.
    await this.page.getByLabel('Email address').pressSequentially(email);
    await this.page.getByRole('button', { name: 'Email me a link' }).click();
    await expect(this.page.getByText('Check your email')).toBeVisible();
    await this.openMail(email, /^Sign in/);
    await this.page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(this.page.getByRole('button', { name: `You: ${email}` })).toBeVisible();
  }

  /** Opens the link of the newest mail to that address with that subject. */
  async openMail(email: string, subject: RegExp): Promise<void> {
    const heading = this.page.getByRole('heading', { name: subject });
    const mail = this.page
      .getByRole('listitem')
      .filter({ hasText: `To ${email}` })
      .filter({ has: heading })
      .first();
    // Some come a moment after what they tell of, and the page lists what had come by then.
    await expect(async () => {
      await this.open('/outbox');
      await expect(mail).toBeVisible({ timeout: 2_000 });
    }).toPass();
    await mail.getByRole('link').click();
  }

  card(title: string) {
    return this.page.getByRole('main').getByRole('link', { name: new RegExp(`^${title}`) });
  }

  folder(name: string) {
    return this.page.getByRole('treeitem', { name });
  }

  /** Chooses from the menu of a map. */
  async choose(title: string, action: string): Promise<void> {
    await this.page.getByRole('button', { name: `Actions: ${title}` }).click();
    await this.page.getByRole('menuitem', { name: action }).click();
  }

  async makeFolder(name: string): Promise<void> {
    await this.page.getByRole('button', { name: 'New folder' }).click();
    await write(this.page.getByRole('textbox', { name: 'Name' }), name);
    await this.page.keyboard.press('Enter');
    await expect(this.folder(name)).toBeVisible();
  }
}
