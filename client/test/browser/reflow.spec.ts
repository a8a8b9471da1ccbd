import type { Page } from 'playwright-core';
import { OPERATOR_ROLES } from '../../../server/contract/operations/words.js';
import { aBusyDesk } from './busy-desk.js';
import { openDeskIn } from './desk-page.js';
import { GUEST_PAGES, PAGES } from './page-paths.js';
import { PageWorld } from './page-world.js';
import { openPhone } from './product.js';
import { reflowFaults, type Setting } from './reflow.js';
import { openAtRest, walkAtRest } from './rest.js';
import { aRichUser, type RichUser } from './rich-user.js';
import { LAID_OUT_LANGUAGES } from './page-languages.js';

/** A bound against hanging, not an expectation of speed: the machine may be busy. */
const HANGING_MS = 900_000;
const SETTINGS: Setting[] = [
  { width: 320, text: '100%' },
  { width: 390, text: '200%' },
  { width: 390, text: '100%' },
  { width: 768, text: '100%' },
  { width: 1024, text: '100%' },
  { width: 1920, text: '100%' },
];
/** What fits 320 px fits 360 px unless it is drawn otherwise there, as the lists of markets and the tickets may be. */
const BETWEEN: Setting = { width: 360, text: '100%' };
/** So many pages are walked through at a time. */
const AT_ONCE = 20;
const WALKS = LAID_OUT_LANGUAGES.flatMap((language) =>
  Array.from({ length: Math.ceil(PAGES.length / AT_ONCE) }, (_, part) => ({ language, part })),
);
/** What is drawn otherwise for whoever is not logged in, or is theirs alone. */
const GUESTS = ['/pages/index/index', '/pages/trade/index', '/pages/contract/index', '/pages/my/index', ...GUEST_PAGES];

/** Every page, with figures as long as they get. */
describe('the pages from the narrowest screen to the widest and in large letters', () => {
  let world: PageWorld;
  let user: RichUser;
  let desk: string[];

  beforeAll(async () => {
    world = await PageWorld.open();
    user = await aRichUser(world);
    desk = await aBusyDesk(world, user);
  }, HANGING_MS);

  afterAll(() => world?.close(), HANGING_MS);

  async function faultsOn(page: Page, paths: readonly string[], settings = SETTINGS): Promise<string[]> {
    const faults: string[] = [];
    await openAtRest(page, world.app.url + paths[0]);
    for (const path of paths) {
      await walkAtRest(page, world.app.url + path);
      for (const setting of settings)
        faults.push(...(await reflowFaults(page, setting)).map((fault) => `${path} ${fault}`));
    }
    return faults;
  }

  it.each(WALKS)(
    'let nothing stick out, cut no words and lay none upon others ($language, part $part)',
    async ({ language, part }) => {
      const phone = await world.openAs(user, language);
      const paths = PAGES.slice(part * AT_ONCE, (part + 1) * AT_ONCE).map((path) =>
        path.replace('ORDER', user.trustOrder),
      );
      expect(await faultsOn(phone.page, paths)).toEqual([]);
      expect(phone.complaints).toEqual([]);
      await phone.context.close();
    },
    HANGING_MS,
  );

  it.each(LAID_OUT_LANGUAGES)(
    'do so for whoever is not logged in, and on a phone between the two widths (%s)',
    async (language) => {
      const guest = await openPhone(world.browser, language);
      expect(await faultsOn(guest.page, GUESTS, [...SETTINGS, BETWEEN])).toEqual([]);
      await guest.context.close();
    },
    HANGING_MS,
  );

  it.each(LAID_OUT_LANGUAGES)(
    'do so at the desk (%s)',
    async (language) => {
      const { page, context, complaints } = await openDeskIn(world.browser, world.app, language, ...OPERATOR_ROLES);
      expect(await faultsOn(page, desk)).toEqual([]);
      expect(complaints).toEqual([]);
      await context.close();
    },
    HANGING_MS,
  );

  it(
    'are measured by a rule that sees what sticks out, what is cut and what is covered',
    async () => {
      const { page, context } = await openPhone(world.browser, 'en');
      await openAtRest(page, `${world.app.url}/pages/settings/index`);
      await page.evaluate(() => {
        const add = (text: string, style: Partial<CSSStyleDeclaration>) => {
          const element = document.createElement('p');
          element.textContent = text;
          Object.assign(element.style, style);
          document.querySelector('main')?.append(element);
        };
        add('wide', { width: '500px' });
        add('a text that is longer than its box', { width: '60px', overflow: 'hidden', whiteSpace: 'nowrap' });
        add('below', { height: '20px' });
        add('upon', { height: '20px', marginTop: '-20px' });
      });
      const faults = (await reflowFaults(page, { width: 320, text: '100%' })).join('\n');
      for (const words of [/sticks out by \d+ px: .*"wide"/, /cut: .*"a text that/, /covered: .*"below".*"upon"/])
        expect(faults).toMatch(words);
      await context.close();
    },
    HANGING_MS,
  );
});
