import { join } from 'node:path';
import type { BrowserContext, Locator, Page } from 'playwright-core';
import { MarketBoard } from '../../../server/features/markets/market-board/index.js';
import { fund } from '../../../server/test/factories/ledger.js';
import { PageWorld } from './page-world.js';
import { openPhone, soon } from './product.js';
import { openAtRest } from './rest.js';
import { tradeBar } from './spot-ticket.js';

/** A bound against hanging, not an expectation of speed: the machine may be busy. */
const HANGING_MS = 240_000;
const SHOTS = process.env.SHOTS_FOLDER;
const MARKET = '/pages/trade/index?symbol=BTC%2FUSDT';
const HUNDRED_MILLION = 100_000_000;
const TEN_THOUSAND = 10_000;

/** Numbers as the reader's language writes and counts them, and all of their digits where they are short. */
describe('numbers, on the pages', () => {
  let world: PageWorld;

  beforeAll(async () => {
    world = await PageWorld.open({}, ['BTC/USDT', 'ETH/USDT']);
  }, HANGING_MS);

  afterAll(() => world?.close(), HANGING_MS);

  const shoot = (page: Page, name: string) =>
    SHOTS ? page.screenshot({ path: join(SHOTS, `${name}.png`) }) : Promise.resolve();

  /** What stands below a word among the figures of the day. */
  const figure = (page: Page, word: string): Locator =>
    page.locator('dl > div').filter({ has: page.locator('dt').and(page.getByText(word, { exact: true })) });

  /** The number before the sign of its scale, times that; it stands for the one of the server, which goes on. */
  function expectNear(text: string, scale: number, value: string | null | undefined): void {
    const shown = Number.parseFloat(text.replaceAll(',', '')) * scale;
    expect(Math.abs(shown / Number(value) - 1)).toBeLessThan(0.05);
  }

  it.each([
    { language: 'zh', turnover: '24h 额', volume: '24h 量', large: '亿', small: '万' },
    { language: 'zh-Hant', turnover: '24h 額', volume: '24h 量', large: '億', small: '萬' },
    { language: 'ko', turnover: '24h 거래대금', volume: '24h 거래량', large: '억', small: '만' },
  ])(
    'large ones are counted in ten thousands and hundred millions in $language',
    async (words) => {
      const { page, context, complaints } = await openPhone(world.browser, words.language);
      await openAtRest(page, world.app.url + MARKET);
      const ticker = () => world.app.application.get(MarketBoard).ticker('BTC/USDT', Date.now());
      await soon(async () => {
        const [turnover = '', volume = ''] = await Promise.all(
          [words.turnover, words.volume].map((word) => figure(page, word).locator('dd').innerText()),
        );
        expect(turnover).toMatch(/^\d{1,4}\.\d\d\D+USDT$/);
        expect(turnover).toContain(`${words.large} USDT`);
        expect(volume).toContain(`${words.small} BTC`);
        expectNear(turnover, HUNDRED_MILLION, ticker()?.quoteVolume);
        expectNear(volume, TEN_THOUSAND, ticker()?.volume);
      });
      await shoot(page, `compact-${words.language}`);
      await openAtRest(page, `${world.app.url}/pages/index/index`);
      const row = page.getByRole('listitem').filter({ hasText: 'BTC' }).filter({ hasText: words.large });
      await row.last().waitFor();
      await shoot(page, `compact-home-${words.language}`);
      expect(complaints).toEqual([]);
      await context.close();
    },
    HANGING_MS,
  );

  /** Everything that is written on canvases from now on, by page. */
  async function canvasWords(context: BrowserContext): Promise<(page: Page) => Promise<string[]>> {
    await context.addInitScript(() => {
      const written = new Set<string>();
      Object.assign(window, { written });
      const { prototype } = CanvasRenderingContext2D;
      const drawn: CanvasText['fillText'] = Reflect.get(prototype, 'fillText');
      prototype.fillText = new Proxy(drawn, {
        apply: (write, canvas, words: Parameters<CanvasText['fillText']>) => {
          written.add(words[0]);
          return Reflect.apply(write, canvas, words);
        },
      });
    });
    return (page) => page.evaluate(() => [...(window as unknown as { written: Set<string> }).written]);
  }

  it(
    'prices on the axis of the chart follow the language that is chosen',
    async () => {
      const user = await world.aUser();
      const { page, context, complaints } = await world.openAs(user, 'es');
      const words = await canvasWords(context);
      const prices = async (pattern: RegExp) => (await words(page)).filter((word) => pattern.test(word));
      const WITH_COMMAS = /^\d{2},\d{3}\.\d{2}$/;
      const WITH_POINTS = /^\d{2}\.\d{3},\d{2}$/;
      await world.go(page, MARKET);
      // Several of the axis, and the tag of the last price.
      await soon(async () => expect((await prices(WITH_POINTS)).length).toBeGreaterThan(3));
      expect([...(await prices(WITH_COMMAS)), ...(await prices(/^\d{4,}/))]).toEqual([]);
      await shoot(page, 'axis-es');
      await world.go(page, '/pages/settings/language/language');
      await page.getByRole('radio', { name: 'English' }).check({ force: true });
      await soon(async () => expect(await page.evaluate(() => document.documentElement.lang)).toBe('en'));
      await page.evaluate(() => {
        window.history.pushState(null, '', '/pages/trade/index?symbol=BTC%2FUSDT');
        window.dispatchEvent(new PopStateEvent('popstate', { state: null }));
        (window as unknown as { written: Set<string> }).written.clear();
      });
      await soon(async () => expect((await prices(WITH_COMMAS)).length).toBeGreaterThan(3));
      expect([...(await prices(WITH_POINTS)), ...(await prices(/^\d{4,}/))]).toEqual([]);
      await shoot(page, 'axis-en');
      expect(complaints).toEqual([]);
      await context.close();
    },
    HANGING_MS,
  );

  it.each(['en', 'zh'])(
    'short amounts say all of their decimals when they are tapped (%s)',
    async (language) => {
      const user = await world.aUser();
      await fund(world.source, user.userId, '12345.12345678');
      await fund(world.source, user.userId, '2345.98765432', { kind: 'contract' });
      const { page, context, complaints } = await world.openAs(user, language);
      /** Short, whole, and short again. */
      const tapped = async (within: Locator | Page, [short, whole]: [string, string]) => {
        const amount = within.getByRole('button', { expanded: false }).filter({ hasText: short }).first();
        await amount.click();
        const full = within.getByRole('button', { expanded: true }).filter({ hasText: whole });
        await full.waitFor();
        await full.click();
        await full.waitFor({ state: 'detached' });
        await amount.waitFor();
      };
      await world.go(page, MARKET);
      await tradeBar(page).getByRole('button').first().click();
      await tapped(page.getByRole('dialog'), ['12,345.12 USDT', '12,345.12345678 USDT']);
      await shoot(page, `tapped-${language}`);
      await world.go(page, '/pages/transfer/index?to=contract');
      await tapped(page.locator('main'), ['12,345.12 USDT', '12,345.12345678 USDT']);
      await world.go(page, '/pages/assets/tradeAccount?account=contract');
      await tapped(page.locator('main'), ['2,345.98', '2,345.98765432']);
      await shoot(page, `tapped-account-${language}`);
      expect(complaints).toEqual([]);
      await context.close();
    },
    HANGING_MS,
  );
});
