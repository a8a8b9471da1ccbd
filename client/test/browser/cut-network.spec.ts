import type { Browser, Page } from 'playwright-core';
import { startTcpProxy, type TcpProxy } from '../../../server/test/tcp-proxy.js';
import { eventually, launchBrowser, openPhone, type Product, sleep, startProduct } from './product.js';
import { openAtRest } from './rest.js';

const CUT_MS = 10_000;
/** Bounds against hanging. How quickly it is said and healed is measured by `npm run bench -- heal`. */
const SAID_WITHIN_MS = 30_000;
const HEALED_WITHIN_MS = 20_000;

interface Quotation {
  message: { quotation: { symbol: string; ticker: { last: string } }[] }[];
}

describe('a phone whose network is cut', () => {
  let browser: Browser;
  let product: Product;
  const wires: TcpProxy[] = [];

  beforeAll(async () => {
    product = await startProduct({ FEED: 'simulated', SIMULATION_HISTORY_DAYS: '1' });
    browser = await launchBrowser();
  }, 90_000);

  afterAll(async () => {
    await browser?.close();
    for (const wire of wires) await wire.close();
    await product?.stop();
  });

  /** The prices that the server has had lately, asked past the cut wire. */
  async function serverPrice(): Promise<string> {
    const reply = (await (await fetch(`${product.url}/api/currency/quotation_new`)).json()) as Quotation;
    return reply.message[0]?.quotation.find(({ symbol }) => symbol === 'BTC/USDT')?.ticker.last ?? '';
  }

  const shownPrice = async (page: Page): Promise<string> =>
    ((await page.locator('[data-part="last-price"]').textContent()) ?? '').replaceAll(',', '');

  // Both spend their time waiting: they do so side by side, each with a wire of its own.
  it.concurrent.each(['broken', 'dead'] as const)(
    "says so and heals to the server's state when it is back (%s)",
    async (how) => {
      const wire = await startTcpProxy(Number(new URL(product.url).port));
      wires.push(wire);
      const { page, context } = await openPhone(browser, 'en');
      // The line stands before it is cut: a page whose files are still on their way is another matter.
      await openAtRest(page, `http://127.0.0.1:${wire.port}/pages/trade/index`);
      await eventually(async () => /\d/.test(await shownPrice(page)), 'the page shows a price');
      await eventually(async () => Number(await shownPrice(page)) > 0, 'the price is a number');

      wire.cut(how);
      if (how === 'broken') await context.setOffline(true);
      const cutAt = Date.now();
      await eventually(
        async () => /onnecting…|offline|Delayed|Frozen/.test((await page.locator('body').textContent()) ?? ''),
        'the page says that it is not live',
        SAID_WITHIN_MS,
      );
      await sleep(Math.max(0, CUT_MS - (Date.now() - cutAt)));

      wire.mend();
      if (how === 'broken') await context.setOffline(false);
      else await page.evaluate(() => window.dispatchEvent(new Event('online')));
      const recent = new Set<string>();
      await eventually(
        async () => {
          recent.add(Number(await serverPrice()).toFixed(2));
          return recent.has(Number(await shownPrice(page)).toFixed(2));
        },
        "the page shows the server's price",
        HEALED_WITHIN_MS,
      );
      await eventually(
        async () => !/Reconnecting|offline/.test((await page.locator('[role="status"]').first().textContent()) ?? ''),
        'the page no longer says that it reconnects',
        HEALED_WITHIN_MS,
      );
      await context.close();
    },
    120_000,
  );
});
