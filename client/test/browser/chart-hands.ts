import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';

const SHOTS = process.env.CHART_PICTURES;

export const chart = (page: Page): Locator => page.getByRole('application');

/** Pictures to look at, where a folder for them is named. */
export async function shot(page: Page, name: string): Promise<void> {
  if (SHOTS) await page.screenshot({ path: join(SHOTS, `${name}.png`) });
}

export async function boxOf(page: Page) {
  const box = await chart(page).boundingBox();
  if (!box) throw new Error('There is no chart.');
  return box;
}
