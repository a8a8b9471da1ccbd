import type { Page } from 'playwright-core';
import { OPERATOR_ROLES } from '../../../server/contract/operations/words.js';
import { aBusyDesk } from './busy-desk.js';
import { openDeskIn } from './desk-page.js';
import { forcedColourFaults } from './forced-colours.js';
import { accessFaults } from './layout.js';
import { followMotion, motionFaults } from './motion.js';
import { DESK_SECTIONS, GUEST_PAGES, PAGES } from './page-paths.js';
import { PageWorld } from './page-world.js';
import { openPhone, PHONE, STILL } from './product.js';
import { atRest, openAtRest, walkAtRest } from './rest.js';
import { aRichUser, type RichUser } from './rich-user.js';

/** A bound against hanging, not an expectation of speed: the machine may be busy. */
const HANGING_MS = 900_000;
const AT_ONCE = 16;
/** So many things on a page are pressed. */
const PRESSED = 6;
const PARTS = Array.from({ length: Math.ceil(PAGES.length / AT_ONCE) }, (_, part) => part);
const DESK_PARTS = Array.from({ length: 4 }, (_, part) => part);

/** Every page for people who want no motion, and for those whose system has colours of its own. */
describe('every page', () => {
  let world: PageWorld;
  let user: RichUser;
  let desk: string[];

  beforeAll(async () => {
    world = await PageWorld.open();
    user = await aRichUser(world);
    desk = await aBusyDesk(world, user);
  }, HANGING_MS);

  afterAll(() => world?.close(), HANGING_MS);

  async function inForcedColours(page: Page): Promise<string[]> {
    const faults = await forcedColourFaults(page);
    // The colours are the system's; those that the rule of contrasts reads are of the style sheets.
    faults.push(...(await accessFaults(page, ['color-contrast'])));
    await page.emulateMedia({ forcedColors: 'none', ...STILL, colorScheme: 'light' });
    return faults.map((fault) => `with forced colours: ${fault}`);
  }

  /** Presses the next thing that opens or turns something. @returns what it is called, or null if there is none. */
  const press = (page: Page, place: number) =>
    page.evaluate((at) => {
      const kinds =
        '[role="tab"][aria-selected="false"], [aria-haspopup], [aria-expanded="false"], button:not([type="submit"])';
      const found = [...document.querySelectorAll<HTMLElement>(`main :is(${kinds})`)].filter(
        (one) => one.checkVisibility() && !one.matches(':disabled, [aria-disabled="true"]'),
      );
      // Those that open or turn something by their own word come before the rest.
      const [first, rest] = [found.filter((one) => one.ariaSelected || one.ariaHasPopup || one.ariaExpanded), found];
      const one = [...new Set([...first, ...rest])][at];
      one?.click();
      return one ? (one.ariaLabel ?? one.textContent ?? '').trim().slice(0, 40) : null;
    }, place);

  async function faultsOn(page: Page, path: string): Promise<string[]> {
    const faults = (await motionFaults(page)).map((fault) => `while it came: ${fault}`);
    faults.push(...(await inForcedColours(page)));
    await motionFaults(page);
    for (let place = 0; place < PRESSED; place += 1) {
      const pressed = await press(page, place);
      if (pressed === null) break;
      await atRest(page);
      const moved = await motionFaults(page);
      faults.push(...moved.map((fault) => `after “${pressed}”: ${fault}`));
      if ((await page.getByRole('dialog').count()) > 0) {
        faults.push(...(await inForcedColours(page)).map((fault) => `after “${pressed}” ${fault}`));
        await page.keyboard.press('Escape');
        await atRest(page);
        faults.push(...(await motionFaults(page)).map((fault) => `after closing “${pressed}”: ${fault}`));
      }
      // The pages that come are to be seen with what the user has.
      if (await page.evaluate(() => 'demo' in document.documentElement.dataset)) {
        await page.getByRole('button', { name: 'Leave', exact: true }).click();
        await atRest(page);
      }
      if (page.url() !== world.app.url + path) await walkAtRest(page, world.app.url + path);
    }
    return faults;
  }

  async function faultsOnAll(page: Page, paths: readonly string[]): Promise<string[]> {
    const faults: string[] = [];
    await openAtRest(page, world.app.url + paths[0]);
    for (const path of paths) {
      await walkAtRest(page, world.app.url + path);
      faults.push(...(await faultsOn(page, path)).map((fault) => `${path} ${fault}`));
    }
    return faults;
  }

  it.each(PARTS)(
    'stands still where that is wanted, and is whole in the colours of a system (part %d)',
    async (part) => {
      const { page, context, complaints } = await world.openAs(user);
      await followMotion(context);
      const paths = PAGES.slice(part * AT_ONCE, (part + 1) * AT_ONCE).map((path) =>
        path.replace('ORDER', user.trustOrder),
      );
      expect(await faultsOnAll(page, paths)).toEqual([]);
      expect(complaints).toEqual([]);
      await context.close();
    },
    HANGING_MS,
  );

  it(
    'does so for guests',
    async () => {
      const { page, context } = await openPhone(world.browser, 'en');
      await followMotion(context);
      expect(await faultsOnAll(page, GUEST_PAGES)).toEqual([]);
      await context.close();
    },
    HANGING_MS,
  );

  it(
    'is judged by rules that see what moves and what is lost',
    async () => {
      const { page, context } = await openPhone(world.browser, 'en');
      await followMotion(context);
      await openAtRest(page, `${world.app.url}/pages/settings/index`);
      await motionFaults(page);
      await page.evaluate(() => {
        const main = document.querySelector('main') as HTMLElement;
        main.animate([{ opacity: 0 }, { opacity: 1 }], 100);
        const slow = document.createElement('p');
        slow.style.setProperty('transition', 'rotate 100ms', 'important');
        main.append(slow);
        void slow.offsetWidth;
        slow.style.rotate = '45deg';
        slow.scrollIntoView({ behavior: 'smooth' });
        const add = (html: string, style: string) => {
          const place = document.createElement('div');
          place.innerHTML = html;
          for (const element of place.querySelectorAll<HTMLElement>('button, path')) element.style.cssText = style;
          main.append(place);
        };
        const bare = 'outline: none !important; border: 0';
        add('<button type="button">edgeless</button>', bare);
        add('<button aria-pressed="true">one</button><button aria-pressed="false">two</button>', bare);
        add('<svg width="20" height="20"><path d="M0 0L20 20"/></svg>', 'stroke: #14b8a6');
      });
      await atRest(page);
      const moved = (await motionFaults(page)).join('\n');
      for (const words of [
        /^main\S* moves for 100 ms by a script/m,
        /^p\S* moves for 100 ms by rotate/m,
        /scrolled to slowly/,
      ])
        expect(moved).toMatch(words);
      const lost = (await forcedColourFaults(page)).join('\n');
      for (const words of [
        /^no edge: .*"edgeless"/m,
        /^focus unseen: .*"edgeless"/m,
        /not told from others: .*"one"/,
        /^stroke rgb\(20, 184, 166\)/m,
      ])
        expect(lost).toMatch(words);
      await context.close();
    },
    HANGING_MS,
  );

  it.each(DESK_PARTS)(
    'does so at the desk (part %d)',
    async (part) => {
      const { page, context, complaints } = await openDeskIn(world.browser, world.app, 'en', ...OPERATOR_ROLES);
      await followMotion(context);
      expect(desk.length).toBeGreaterThan(DESK_SECTIONS.length);
      if (part === 0) await page.setViewportSize(PHONE);
      expect(
        await faultsOnAll(
          page,
          desk.filter((_, place) => place % DESK_PARTS.length === part),
        ),
      ).toEqual([]);
      expect(complaints).toEqual([]);
      await context.close();
    },
    HANGING_MS,
  );
});
