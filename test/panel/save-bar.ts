import type { Locator, Page } from 'playwright-core';

/** The bar at the foot of a page that is saved at once. */
export const saveBar = (page: Page): Locator => page.getByRole('region', { name: 'Kaydedilmemiş değişiklikler' });

export const saveButton = (page: Page): Locator => saveBar(page).getByRole('button', { name: 'Kaydet' });

/** Saves what was changed on the page, and waits until the page shows it. */
export async function savePage(page: Page): Promise<void> {
  await saveButton(page).click();
  await saveButton(page).waitFor({ state: 'detached' });
}
