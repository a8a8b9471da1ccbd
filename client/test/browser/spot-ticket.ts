import type { Locator, Page } from 'playwright-core';

export const ticket = (page: Page): Locator => page.getByRole('region', { name: 'Order ticket' });

/** The two buttons at the foot of a phone. */
export const tradeBar = (page: Page): Locator => page.locator('[data-bar="over"]');

/** Opens the ticket, which is a sheet behind the two buttons, unless it is open. */
export async function openTicket(page: Page, side = 'Buy'): Promise<void> {
  if (await ticket(page).isVisible()) return;
  await tradeBar(page).getByRole('button', { name: side, exact: true }).click();
  await ticket(page).waitFor();
}

export async function closeTicket(page: Page): Promise<void> {
  if (!(await ticket(page).isVisible())) return;
  await page.keyboard.press('Escape');
  await ticket(page).waitFor({ state: 'hidden' });
}
