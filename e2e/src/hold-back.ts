import type { Page } from '@playwright/test';

/** Holds what the page asks for there back; answers how to let it come. */
export async function holdBack(page: Page, address: string | RegExp): Promise<() => void> {
  let letCome = (): void => undefined;
  const comes = new Promise<void>((resolve) => {
    letCome = resolve;
  });
  await page.route(address, async (route) => {
    await comes;
    await route.continue();
  });
  return letCome;
}
