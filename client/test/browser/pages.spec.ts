import { faultsOf } from './layout.js';
import { PageWorld } from './page-world.js';
import { openPhone } from './product.js';
import { openAtRest } from './rest.js';
import { isEveryLanguageAsked, LAID_OUT_LANGUAGES } from './page-languages.js';

/** A bound against hanging, not an expectation of speed: the machine may be busy. */
const HANGING_MS = 240_000;
const LOGIN = '/pages/user/login/login?backpage=%2Fpages%2Faccount%2Findex';
/** Of languages with letters of their own. */
const TWO_LETTERS = { zh: ['价', '格'], ja: ['ア', 'ヨ'], ko: ['가', '힣'], th: ['ก', 'ฮ'] };
const PAGES = [
  '/pages/index/index',
  '/pages/trade/index',
  '/pages/option/index',
  '/pages/contract/index',
  '/pages/trust/index',
  '/pages/settings/index',
  '/pages/settings/language/language',
  LOGIN,
  '/no/such/page',
];

describe('the pages at phone size', () => {
  let world: PageWorld;

  beforeAll(async () => {
    world = await PageWorld.open({}, 'all');
  }, 120_000);

  afterAll(() => world?.close());

  it.each(LAID_OUT_LANGUAGES)(
    'have no errors, no refused content, nothing that sticks out or is in the way of assistive technology (%s)',
    async (language) => {
      const { page, complaints, context } = await openPhone(world.browser, language);
      // The entry leads to the home page, and what is the user's own to the login.
      for (const [from, to] of [
        ['/', '/pages/index/index'],
        ['/pages/account/index', LOGIN],
      ]) {
        await openAtRest(page, world.app.url + from);
        expect(page.url()).toBe(world.app.url + to);
      }
      const addresses = PAGES.map((path) => world.app.url + path);
      const loaded = !isEveryLanguageAsked || language === 'zh';
      expect(await faultsOf(page, addresses, { language, loaded })).toEqual([]);
      expect(complaints).toEqual([]);
      await context.close();
    },
    HANGING_MS,
  );

  it.each(Object.entries(TWO_LETTERS))(
    'are looked at with letters of their language, and not with boxes (%s)',
    async (language, letters) => {
      const { page, context } = await openPhone(world.browser, 'en');
      // A letter that no font has is drawn as a box, the same for each.
      const drawn = await page.evaluate(
        (two) =>
          two.map((letter) => {
            const canvas = document.createElement('canvas');
            const pen = canvas.getContext('2d');
            if (!pen) throw new Error('nothing to draw on');
            pen.font = '40px sans-serif';
            pen.fillText(letter, 10, 60);
            return canvas.toDataURL();
          }),
        letters,
      );
      expect({ language, different: new Set(drawn).size }).toEqual({ language, different: letters.length });
      await context.close();
    },
    HANGING_MS,
  );

  it(
    'are judged where they are walked to, each by itself: what is wrong with one is found, and said of that one',
    async () => {
      const { page, context } = await openPhone(world.browser, 'en');
      const [before, wrong, after] = [
        '/pages/settings/index',
        '/pages/settings/language/language',
        '/pages/trust/index',
      ];
      const prepare = async (path: string) => {
        if (path !== wrong) return;
        await page.evaluate(() => {
          const nameless = document.createElement('button');
          nameless.style.width = '500px';
          document.querySelector('main')?.append(nameless);
        });
      };
      const addresses = [before, wrong, after].map((path) => world.app.url + path);
      expect(await faultsOf(page, addresses, { language: 'en', prepare })).toEqual([
        expect.stringMatching(`^${wrong} sticks out by [0-9]+ px$`),
        expect.stringMatching(`^${wrong} button-name: `),
        expect.stringMatching(`^${wrong} sticks out by [0-9]+ px at twice the text size$`),
      ]);
      await context.close();
    },
    HANGING_MS,
  );
});
