import type { Browser } from 'playwright-core';
import { accessFaults, doubleText, sticksOut } from './layout.js';
import { launchBrowser, openPhone, type Product, startProduct } from './product.js';

/** A bound against hanging, not an expectation of speed: the machine may be busy. */
const HANGING_MS = 240_000;
const PAGES = [
  '/',
  '/pages/index/index',
  '/pages/trade/index',
  '/pages/option/index',
  '/pages/contract/index',
  '/pages/trust/index',
  '/pages/settings/index',
  '/pages/settings/language/language',
  '/pages/account/index',
  '/no/such/page',
];
const LANGUAGES = ['zh', 'zh-Hant', 'en', 'ja', 'ko', 'es', 'th'];

describe('the pages at phone size', () => {
  let browser: Browser;
  let product: Product;

  beforeAll(async () => {
    product = await startProduct({ FEED: 'simulated' });
    browser = await launchBrowser();
  }, 90_000);

  afterAll(async () => {
    await browser?.close();
    await product?.stop();
  });

  it.each(LANGUAGES)(
    'have no errors, no refused content and nothing that sticks out (%s)',
    async (language) => {
      const { page, complaints, context } = await openPhone(browser, language);
      for (const path of PAGES) {
        await page.goto(product.url + path);
        await page.locator('main').first().waitFor();
        await page.waitForTimeout(700);
        expect({ path, sideways: await sticksOut(page) }).toEqual({ path, sideways: 0 });
        expect({ path, language: await page.evaluate(() => document.documentElement.lang) }).toEqual({
          path,
          language,
        });
      }
      expect(complaints).toEqual([]);
      await context.close();
    },
    HANGING_MS,
  );

  it.each(['zh', 'en'])(
    'are accessible by the rules that a machine can check (%s)',
    async (language) => {
      const { page, context } = await openPhone(browser, language);
      const found: string[] = [];
      for (const path of PAGES) {
        await page.goto(product.url + path);
        await page.locator('main').first().waitFor();
        await page.waitForTimeout(1500);
        for (const fault of await accessFaults(page)) found.push(`${path} ${fault}`);
      }
      expect(found).toEqual([]);
      await context.close();
    },
    HANGING_MS,
  );

  it(
    'stay readable at twice the text size',
    async () => {
      const { page, context } = await openPhone(browser, 'es');
      for (const path of PAGES) {
        await page.goto(product.url + path);
        await page.locator('main').first().waitFor();
        await doubleText(page);
        await page.waitForTimeout(350);
        expect({ path, sideways: await sticksOut(page) }).toEqual({ path, sideways: 0 });
      }
      await context.close();
    },
    HANGING_MS,
  );
});
