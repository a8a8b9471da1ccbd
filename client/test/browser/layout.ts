import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { atRest, openAtRest, walkAtRest } from './rest.js';

/**
 * Runs in the page: the rule and the elements of each violation, one line each. The rest of the result stays there. From the top,
 * where no row is half under the page's header: what is left of it would count as a target that is too small.
 */
export const rulesFromTop = (without: readonly string[]) => `(async () => {
  const from = scrollY;
  scrollTo({ top: 0, behavior: 'instant' });
  try {
    const { violations } = await axe.run({ resultTypes: ['violations'], runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
      rules: ${JSON.stringify(Object.fromEntries(without.map((rule) => [rule, { enabled: false }])))} });
    return violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ target }) => target.join(' ')).join(', '));
  } finally {
    scrollTo({ top: from, behavior: 'instant' });
  }
})()`;
/** In this language each page is loaded by itself; a page that is walked to has the same parts. */
const LOADED_LANGUAGE = 'zh';
let axe: string | undefined;

/**
 * How many pixels of the page stick out of the screen sideways; 0 when it fits. The element's width is the screen's; the
 * window's is not, because a phone zooms out from a page that is too wide until all of it is in the window.
 */
export async function sticksOut(page: Page): Promise<number> {
  return page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - document.documentElement.clientWidth));
}

/** What a machine can find to stand in the way of assistive technology: the rule and the first element, one line each. */
export async function accessFaults(page: Page, without: readonly string[] = []): Promise<string[]> {
  // A page that was walked to is the same document still, and has the rules already.
  if (!(await page.evaluate(() => 'axe' in window))) {
    axe ??= readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');
    await page.evaluate(axe);
  }
  return page.evaluate<string[]>(rulesFromTop(without));
}

/** Doubles the text through the element's own style, which the page's policy allows. */
export async function doubleText(page: Page): Promise<void> {
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%', 'important'));
  await atRest(page);
}

/**
 * Everything that is wrong with a page that is at rest, one line each: what sticks out, at twice the text size too, and, if
 * `ruled`, what the accessibility rules refuse. The page is left at twice the text size; the next load has its own size again.
 */
export async function layoutFaults(page: Page, ruled = true): Promise<string[]> {
  const faults: string[] = [];
  const wide = await sticksOut(page);
  if (wide > 0) faults.push(`sticks out by ${wide} px`);
  if (ruled) faults.push(...(await accessFaults(page)));
  await doubleText(page);
  const wider = await sticksOut(page);
  if (wider > 0) faults.push(`sticks out by ${wider} px at twice the text size`);
  return faults;
}

interface Judgement {
  /** What the pages speak. */
  language: string;
  /** Whether the accessibility rules are run. */
  ruled?: boolean;
  /** Whether each page is loaded by itself; otherwise the first is, and the rest is walked to, as people do. */
  loaded?: boolean;
  /** Does something to the page before it is judged. */
  prepare?: (path: string) => Promise<void>;
}

/** Opens each address in turn and gives what is wrong with the pages, each fault with its path. */
export async function faultsOf(
  page: Page,
  addresses: readonly string[],
  { language, ruled = true, loaded = language === LOADED_LANGUAGE, prepare }: Judgement,
): Promise<string[]> {
  const found: string[] = [];
  for (const [place, address] of addresses.entries()) {
    if (place === 0 || loaded) await openAtRest(page, address);
    else await walkAtRest(page, address);
    const { pathname, search } = new URL(address);
    const path = pathname + search;
    const spoken = await page.evaluate(() => document.documentElement.lang);
    if (spoken !== language) found.push(`${path} speaks ${spoken}`);
    // A page that leads somewhere else would be judged in its place.
    if (page.url() !== address) found.push(`${path} leads to ${page.url()}`);
    if (prepare) {
      await prepare(path);
      await atRest(page);
    }
    found.push(...(await layoutFaults(page, ruled)).map((fault) => `${path} ${fault}`));
  }
  return found;
}
