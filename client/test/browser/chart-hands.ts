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

/** Where on the chart, from the top, something can be taken hold of. */
export async function holdsOf(page: Page): Promise<number[]> {
  const box = await boxOf(page);
  const found: number[] = [];
  for (let y = 4; y < box.height - 30; y += 3) {
    await page.mouse.move(box.x + 30, box.y + y);
    const cursor = await page.evaluate(
      ([x, top]) => {
        const under = document.elementFromPoint(x ?? 0, top ?? 0);
        return under === null ? '' : getComputedStyle(under).cursor;
      },
      [box.x + 30, box.y + y],
    );
    if (cursor === 'ns-resize') found.push(y);
  }
  return found;
}

export async function drag(page: Page, from: number, by: number): Promise<void> {
  const box = await boxOf(page);
  await page.mouse.move(box.x + 30, box.y + from);
  await page.mouse.down();
  await page.mouse.move(box.x + 30, box.y + from + by / 2);
  await page.mouse.move(box.x + 30, box.y + from + by);
  await page.mouse.up();
}

/** How many groups of neighbours there are among places three pixels apart. */
export function runsOf(places: readonly number[]): number {
  return places.filter((place, index) => index === 0 || place - (places[index - 1] ?? 0) > 3).length;
}
