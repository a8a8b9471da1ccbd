import { accessFaults, sticksOut } from './layout.js';
import { LAID_OUT_LANGUAGES } from './page-languages.js';
import { PAGES } from './page-paths.js';
import { PageWorld } from './page-world.js';
import { PHONE } from './product.js';
import { atRest, openAtRest, walkAtRest } from './rest.js';
import { aRichUser, type RichUser } from './rich-user.js';

/** A bound against hanging, not an expectation of speed: the machine may be busy. */
const HANGING_MS = 900_000;
const APPEARANCES = ['light', 'dark'] as const;
const SCREENS = [PHONE, { width: 1920, height: 1080 }];
/** So many pages are walked through at a time. */
const AT_ONCE = 20;
const WALKS = LAID_OUT_LANGUAGES.flatMap((language) =>
  APPEARANCES.flatMap((appearance) =>
    Array.from({ length: Math.ceil(PAGES.length / AT_ONCE) }, (_, part) => ({ language, appearance, part })),
  ),
);

/** Every page with something on it, in both appearances, on a phone and on the widest screen. */
describe('every page', () => {
  let world: PageWorld;
  let user: RichUser;

  beforeAll(async () => {
    world = await PageWorld.open();
    user = await aRichUser(world);
  }, HANGING_MS);

  afterAll(() => world?.close(), HANGING_MS);

  it.each(WALKS)(
    'has nothing that is in the way of assistive technology, and nothing that sticks out ($language, $appearance, part $part)',
    async ({ language, appearance, part }) => {
      const paths = PAGES.slice(part * AT_ONCE, (part + 1) * AT_ONCE).map((path) =>
        path.replace('ORDER', user.trustOrder),
      );
      await world.call.post('preferences', { appearance }, { token: user.token });
      const { page, complaints, context } = await world.openAs(user, language);
      const faults: string[] = [];
      await openAtRest(page, world.app.url + paths[0]);
      for (const path of paths) {
        await walkAtRest(page, world.app.url + path);
        for (const screen of SCREENS) {
          await page.setViewportSize(screen);
          await atRest(page);
          const shown = await page.evaluate(() => [
            document.documentElement.lang,
            document.documentElement.dataset.mantineColorScheme,
          ]);
          if (String(shown) !== String([language, appearance])) faults.push(`${path} is shown in ${String(shown)}`);
          const wide = await sticksOut(page);
          if (wide > 0) faults.push(`${path} at ${screen.width} sticks out by ${wide} px`);
          faults.push(...(await accessFaults(page)).map((fault) => `${path} at ${screen.width} ${fault}`));
        }
      }
      expect(faults).toEqual([]);
      expect(complaints).toEqual([]);
      await context.close();
    },
    HANGING_MS,
  );
});
