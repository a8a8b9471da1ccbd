import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';

interface AxeResult {
  violations: { id: string; nodes: { target: string[] }[] }[];
}

const RULES = "axe.run({ runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] })";
let axe: string | undefined;

/** How many pixels of the page stick out of the screen sideways; 0 when it fits. */
export async function sticksOut(page: Page): Promise<number> {
  return page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - window.innerWidth));
}

/** What a machine can find to stand in the way of assistive technology: the rule and the first element, one line each. */
export async function accessFaults(page: Page): Promise<string[]> {
  axe ??= readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');
  await page.evaluate(axe);
  const { violations } = (await page.evaluate(RULES)) as AxeResult;
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
}

/** Doubles the text through the element's own style, which the page's policy allows. */
export async function doubleText(page: Page): Promise<void> {
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%', 'important'));
  await page.waitForTimeout(150);
}

/**
 * Everything that is wrong with a page at rest, one line each: what sticks out, at twice the text size too, and what
 * the accessibility rules refuse. The page is left at twice the text size; the next load has its own size again.
 */
export async function layoutFaults(page: Page): Promise<string[]> {
  const wide = await sticksOut(page);
  const faults = await accessFaults(page);
  if (wide > 0) faults.unshift(`sticks out by ${wide} px`);
  await doubleText(page);
  const wider = await sticksOut(page);
  if (wider > 0) faults.push(`sticks out by ${wider} px at twice the text size`);
  return faults;
}
