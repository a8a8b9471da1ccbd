import type { Page } from 'playwright-core';
import { anOperator } from '../../../server/test/factories/operators.js';
import { fund } from '../../../server/test/factories/ledger.js';
import { PageWorld } from './page-world.js';
import { followedPage, STILL } from './product.js';
import { openAtRest } from './rest.js';

/** A bound against hanging, not an expectation of speed: the machine may be busy. */
const HANGING_MS = 480_000;

/** Pages with tabs, filters or other choices of one out of several. */
const PAGES = [
  '/pages/assets/transactions',
  '/pages/assets/record',
  '/pages/assets/statement',
  '/pages/assets/tradeAccount',
  '/pages/option/history',
  '/pages/option/history?tab=delivered',
  '/pages/trust/index',
  '/pages/trust/hosting',
  '/pages/deposit/index',
  '/pages/account/index',
  '/pages/index/index',
  '/pages/trade/index',
  '/pages/option/index',
  '/pages/contract/index',
  '/pages/settings/index',
];
/** Here several may be taken. */
const BOXES = '/pages/settings/notifications/index';
const DESK = ['/ops/deposits', '/ops/withdrawals', '/ops/verification', '/ops/books', '/ops/audit'];

/**
 * Runs in the page: takes every choice that is not taken, one after the other, and tells which of them did not show
 * it when the event was over, and how many there were.
 */
const CHOOSE = async (): Promise<{ late: string[]; tried: number }> => {
  const late: string[] = [];
  let tried = 0;
  const isTaken = (one: Element) => (one instanceof HTMLInputElement ? one.checked : one.ariaSelected === 'true');
  for (const one of document.querySelectorAll<HTMLElement>('main [role=tab], main input[type=radio]')) {
    if (!one.isConnected || isTaken(one)) continue;
    tried += 1;
    one.click();
    await Promise.resolve();
    if (!isTaken(one)) late.push(one.closest('label')?.textContent ?? one.textContent ?? '');
  }
  for (const list of document.querySelectorAll('main select')) {
    if (!(list instanceof HTMLSelectElement) || !list.isConnected) continue;
    const other = [...list.options].find(({ selected }) => !selected)?.value;
    if (other === undefined) continue;
    tried += 1;
    list.value = other;
    list.dispatchEvent(new Event('change', { bubbles: true }));
    await Promise.resolve();
    if (list.value !== other) late.push(list.ariaLabel ?? list.name);
  }
  return { late, tried };
};

/**
 * Runs in the page: which choices do not look as they stand, and how many are taken. Colours of the page say nothing
 * where the system has its own.
 */
const UNMARKED = (): { wrong: string[]; taken: number } => {
  const wrong: string[] = [];
  let taken = 0;
  const ground = getComputedStyle(document.body).backgroundColor;
  const all =
    'main [role=tab], main [aria-pressed], main label:has(> [type=radio], > [type=checkbox]), main :is(.mantine-Radio-root, .mantine-Checkbox-root, .mantine-SegmentedControl-control)';
  for (const one of document.querySelectorAll<HTMLElement>(all)) {
    const input = one.querySelector<HTMLInputElement>('input:is([type=radio], [type=checkbox])');
    const isTaken = input ? input.checked : one.ariaSelected === 'true' || one.ariaPressed === 'true';
    if (isTaken) taken += 1;
    const isMarked = getComputedStyle(one).outlineStyle !== 'none';
    const tick = one.querySelector('.mantine-Checkbox-icon, .mantine-Radio-icon');
    const { display, opacity, color } = getComputedStyle(tick ?? one);
    const isTicked = tick === null || display === 'none' || (opacity !== '0' && color !== ground) === isTaken;
    if (isMarked !== isTaken || !isTicked) wrong.push(one.textContent ?? '');
  }
  return { wrong, taken };
};

/** Runs in the page: which choices that are taken do not look as if they had the focus while they have it, and how many were asked. */
const FOCUS_LOST = (): { lost: string[]; asked: number } => {
  const lost: string[] = [];
  let asked = 0;
  const all =
    'main [role=tab][aria-selected=true], main [aria-pressed=true], main label:has(> :checked), main :is(.mantine-Radio-root, .mantine-Checkbox-root)[data-checked], main .mantine-SegmentedControl-control[data-active]';
  for (const one of document.querySelectorAll<HTMLElement>(all)) {
    const entered = one.querySelector<HTMLInputElement>('input') ?? one;
    entered.focus();
    if (document.activeElement !== entered || !entered.matches(':focus-visible')) continue;
    asked += 1;
    const ringed = one.matches('.mantine-Checkbox-root') ? entered : one;
    // Where motion is reduced, a change still takes a hundredth of a millisecond.
    for (const movement of ringed.getAnimations()) movement.finish();
    if (getComputedStyle(ringed).outlineWidth !== '4px') lost.push(one.textContent ?? '');
  }
  return { lost, asked };
};

/** The product in this process with the built pages. */
describe('a choice on a page', () => {
  let world: PageWorld;

  beforeAll(async () => {
    world = await PageWorld.open();
  }, HANGING_MS);

  afterAll(() => world?.close());

  async function lateChoices(page: Page, paths: readonly string[]): Promise<Record<string, unknown>> {
    const found: Record<string, unknown> = {};
    for (const path of paths) {
      await openAtRest(page, world.app.url + path);
      const { late, tried } = await page.evaluate(CHOOSE);
      if (late.length > 0 || tried === 0) found[path] = { late, tried };
    }
    return found;
  }

  it(
    'is shown within the tap, whatever follows from it',
    async () => {
      const user = await world.aVerifiedUser();
      await fund(world.source, user.userId, '500');
      const { page, context, complaints } = await world.openAs(user);
      expect(await lateChoices(page, PAGES)).toEqual({});
      expect(complaints).toEqual([]);
      await context.close();
    },
    HANGING_MS,
  );

  it(
    'is seen where the system has colours of its own',
    async () => {
      const user = await world.aVerifiedUser();
      await fund(world.source, user.userId, '500');
      const { page, context } = await world.openAs(user);
      await page.emulateMedia({ forcedColors: 'active' });
      const found: Record<string, unknown> = {};
      for (const path of [...PAGES, BOXES]) {
        await openAtRest(page, world.app.url + path);
        const { wrong, taken } = await page.evaluate(UNMARKED);
        if (wrong.length > 0 || taken === 0) found[path] = { wrong, taken };
        // Whoever comes by the keyboard sees where it is.
        await page.keyboard.press('Tab');
        const { lost, asked } = await page.evaluate(FOCUS_LOST);
        if (lost.length > 0 || asked === 0) found[`${path} focus`] = { lost, asked };
      }
      expect(found).toEqual({});
      await context.close();
    },
    HANGING_MS,
  );

  it(
    'is shown within the click at the desk too',
    async () => {
      const { token } = await anOperator(world.source, 'reviewer', 'treasurer', 'support', 'auditor', 'settings');
      const context = await world.browser.newContext({ viewport: { width: 1280, height: 800 }, ...STILL });
      await context.addCookies([{ name: 'desk', value: token, url: `${world.app.url}/ops/api`, httpOnly: true }]);
      const { page, complaints } = await followedPage(context);
      const { userId } = await world.aUser();
      expect(await lateChoices(page, [...DESK, `/ops/users/${userId}`])).toEqual({});
      expect(complaints).toEqual([]);
      await context.close();
    },
    HANGING_MS,
  );
});
