import type { Page } from 'playwright-core';
import { OPERATOR_ROLES } from '../../../server/contract/operations/words.js';
import { aBusyDesk } from './busy-desk.js';
import { openDeskIn } from './desk-page.js';
import { accessFaults } from './layout.js';
import { LAID_OUT_LANGUAGES } from './page-languages.js';
import { GUEST_PAGES, PAGES } from './page-paths.js';
import { PageWorld } from './page-world.js';
import { openPhone, PHONE } from './product.js';
import { atRest, openAtRest, walkAtRest } from './rest.js';
import { aRichUser, type RichUser } from './rich-user.js';

/** A bound against hanging, not an expectation of speed: the machine may be busy. */
const HANGING_MS = 900_000;
const APPEARANCES = ['light', 'dark'] as const;
const SCREENS = [PHONE, { width: 1920, height: 1080 }];
/** So many pages are walked through at a time. */
const AT_ONCE = 20;
const WALKS = LAID_OUT_LANGUAGES.flatMap((language) =>
  Array.from({ length: Math.ceil(PAGES.length / AT_ONCE) }, (_, part) => ({ language, part })),
);

/** Every page with something on it, in both appearances, on a phone and on the widest screen. */
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

  /** One walk for both appearances: they are an attribute that style sheets go by, and axe reads no canvas. */
  async function faultsOn(page: Page, paths: readonly string[], language: string): Promise<string[]> {
    const faults: string[] = [];
    await openAtRest(page, world.app.url + paths[0]);
    for (const path of paths) {
      await walkAtRest(page, world.app.url + path);
      for (const screen of SCREENS) {
        await page.setViewportSize(screen);
        await atRest(page);
        for (const appearance of APPEARANCES) {
          const spoken = await page.evaluate((scheme) => {
            document.documentElement.dataset.mantineColorScheme = scheme;
            return document.documentElement.lang;
          }, appearance);
          const at = `${path} at ${screen.width}, ${appearance}:`;
          if (spoken !== language) faults.push(`${at} speaks ${spoken}`);
          faults.push(...(await accessFaults(page)).map((fault) => `${at} ${fault}`));
        }
      }
    }
    return faults;
  }

  it.each(WALKS)(
    'has nothing that is in the way of assistive technology ($language, part $part)',
    async ({ language, part }) => {
      const paths = PAGES.slice(part * AT_ONCE, (part + 1) * AT_ONCE).map((path) =>
        path.replace('ORDER', user.trustOrder),
      );
      const { page, complaints, context } = await world.openAs(user, language);
      expect(await faultsOn(page, paths, language)).toEqual([]);
      expect(complaints).toEqual([]);
      await context.close();
    },
    HANGING_MS,
  );

  it.each(LAID_OUT_LANGUAGES)(
    'has nothing of it for guests (%s)',
    async (language) => {
      const { page, complaints, context } = await openPhone(world.browser, language);
      expect(await faultsOn(page, GUEST_PAGES, language)).toEqual([]);
      expect(complaints).toEqual([]);
      await context.close();
    },
    HANGING_MS,
  );

  it.each(LAID_OUT_LANGUAGES)(
    'has nothing of it at the desk (%s)',
    async (language) => {
      const { page, complaints, context } = await openDeskIn(world.browser, world.app, language, ...OPERATOR_ROLES);
      expect(await faultsOn(page, desk, language)).toEqual([]);
      expect(complaints).toEqual([]);
      await context.close();
    },
    HANGING_MS,
  );

  it(
    'is judged in both appearances: what is wrong with one is found, and said of that one',
    async () => {
      const { page, context } = await openPhone(world.browser, 'en');
      await context.addInitScript(() => {
        const pale = new CSSStyleSheet();
        pale.replaceSync('[data-mantine-color-scheme="light"] h1 { color: #ddd }');
        document.adoptedStyleSheets.push(pale);
      });
      const path = '/pages/settings/index';
      expect(await faultsOn(page, [path], 'en')).toEqual(
        SCREENS.map(({ width }) => expect.stringMatching(`^${path} at ${width}, light: color-contrast: .*h1`)),
      );
      await context.close();
    },
    HANGING_MS,
  );
});
