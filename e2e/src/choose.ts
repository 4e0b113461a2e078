import { expect, type Locator, type Page } from '@playwright/test';

/**
 * Presses one of a few choices. Its words are pressed, for the radio itself lies below them, so that the press waits until what
 * it stands on has come to rest: one that is forced may fall beside a sheet that still moves, and choose nothing.
 */
export async function choose(within: Page | Locator, name: string): Promise<void> {
  const radio = within.getByRole('radio', { name, exact: true });
  await radio.locator('xpath=ancestor::label').click();
  await expect(radio).toBeChecked();
}
