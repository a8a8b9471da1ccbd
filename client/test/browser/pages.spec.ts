import { readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser, openPhone, type Product, startProduct } from './product.js';

const PAGES = [
  '/',
  '/pages/index/index',
  '/pages/trade/index',
  '/pages/option/index',
  '/pages/settings/index',
  '/pages/settings/language/language',
  '/pages/account/index',
  '/no/such/page',
];
const LANGUAGES = ['zh', 'zh-Hant', 'en', 'ja', 'ko', 'es', 'th'];

interface AxeResult {
  violations: { id: string; impact: string; nodes: { target: string[] }[] }[];
}

describe('the pages at phone size', () => {
  let browser: Browser;
  let product: Product;
  const axe = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

  beforeAll(async () => {
    product = await startProduct({ FEED: 'simulated' });
    browser = await launchBrowser();
  }, 90_000);

  afterAll(async () => {
    await browser?.close();
    await product?.stop();
  });

  /** Whether anything sticks out of the screen sideways. */
  const sticksOut = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);

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
    60_000,
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
        await page.evaluate(axe);
        const { violations } = (await page.evaluate(
          "axe.run({ runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] })",
        )) as AxeResult;
        for (const { id, nodes } of violations) found.push(`${path} ${id} ${nodes[0]?.target.join(' ')}`);
      }
      expect(found).toEqual([]);
      await context.close();
    },
    90_000,
  );

  it('stay readable at twice the text size', async () => {
    const { page, context } = await openPhone(browser, 'es');
    for (const path of PAGES) {
      await page.goto(product.url + path);
      await page.locator('main').first().waitFor();
      await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%', 'important'));
      await page.waitForTimeout(500);
      expect({ path, sideways: await sticksOut(page) }).toEqual({ path, sideways: 0 });
    }
    await context.close();
  }, 60_000);
});
