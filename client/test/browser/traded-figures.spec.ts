import type { Locator, Page } from 'playwright-core';
import { groupedDecimal } from '../../../server/contract/languages/numbers.js';
import { statementText } from '../../../server/contract/languages/statement.js';
import { fromUnits, toUnits } from '../../../server/contract/money.js';
import type { TestUser } from '../../../server/test/factories/users.js';
import { wallet as english } from '../../languages/wallet/en';
import { wallet as chinese } from '../../languages/wallet/zh';
import { addUp, dayWords, FIGURE_WORDS, gained, giveAt, shoot, shown } from './figure-words.js';
import { accessFaults } from './layout.js';
import { JOURNEY_LANGUAGES } from './page-languages.js';
import { PageWorld } from './page-world.js';
import { soon } from './product.js';
import { atRest } from './rest.js';
import { closeTicket, openTicket, ticket } from './spot-ticket.js';

/** A bound against hanging, not an expectation of speed: the machine may be busy. */
const HANGING_MS = 240_000;
const WAIT_MS = 60_000;
const DAY_MS = 86_400_000;
const ACCOUNTS = { en: english.wallet, zh: chinese.wallet };
const TRADE = '/pages/trade/index?symbol=BTC%2FUSDT';

describe('figures of somebody who has bought twice and sold twice, on the pages', () => {
  let world: PageWorld;
  interface Fill {
    journal: string;
    quantity: bigint;
    /** What was paid or received, with the fee. */
    value: bigint;
  }

  let trader: TestUser;
  let fills: Fill[];
  let tradedAt: number;
  const button = (within: Page | Locator, name: string) => within.getByRole('button', { name, exact: true });

  async function trade(page: Page, side: 'Buy' | 'Sell', quantity: string): Promise<void> {
    await openTicket(page, side);
    await ticket(page).getByLabel('Market', { exact: true }).check({ force: true });
    await ticket(page).getByLabel('Quantity (BTC)').fill(quantity);
    await button(page, `${side} BTC`).click();
    await button(page, 'Confirm').click();
    const did = side === 'Buy' ? 'Bought' : 'Sold';
    await page.getByText(`${did} ${quantity} BTC at`).waitFor();
    await closeTicket(page);
  }

  const filled = async (): Promise<Fill[]> => {
    const rows = await world.source.query<{ journal: string; side: string; quantity: string; value: string }[]>(
      `select j.id::text as journal, trim_scale(f.quantity)::text as quantity,
              trim_scale(case o.side when 'buy' then f.amount + f.fee else f.amount - f.fee end)::text as value
         from spot_fill f
         join spot_order o on o.id = f.order_id
         join ledger_journal j on j.reason = 'spot.fill' and j.reference = f.id::text
        where o.user_id = $1 order by f.id`,
      [trader.userId],
    );
    return rows.map(({ journal, quantity, value }) => ({
      journal,
      quantity: toUnits(quantity),
      value: toUnits(value),
    }));
  };

  beforeAll(async () => {
    world = await PageWorld.open({ REAL_MONEY_ON_SIMULATED: 'true' });
    trader = await world.aVerifiedUser();
    await giveAt(world, trader.userId, '20000', Date.now() - 20 * DAY_MS);
    const { page, context, complaints } = await world.openAs(trader);
    page.setDefaultTimeout(WAIT_MS);
    await world.go(page, TRADE);
    await trade(page, 'Buy', '0.02');
    const priceOf = (all: Fill[]) => Number(all.at(-1)?.value) / Number(all.at(-1)?.quantity);
    const first = priceOf(await filled());
    // The second purchase is at another price.
    await world.crash('BTC/USDT', 0.02, 3);
    await soon(async () => {
      const reply = await world.call.get('currency/new_timeshar?symbol=BTC/USDT&period=1min&limit=1');
      // Bars come in a form of their own.
      const close = Number((reply as unknown as { data: { close: string }[] }).data[0]?.close);
      expect(close).toBeLessThan(first * 0.995);
    }, WAIT_MS);
    await trade(page, 'Buy', '0.01');
    await trade(page, 'Sell', '0.025');
    await trade(page, 'Sell', '0.005');
    tradedAt = Date.now();
    fills = await filled();
    expect(fills.map(({ quantity }) => fromUnits(quantity))).toEqual(['0.02', '0.01', '0.025', '0.005']);
    await world.go(page, '/pages/transfer/index?to=contract');
    await page.locator('input[inputmode="decimal"]').fill('500');
    await button(page, 'Transfer').click();
    await page.getByText('Operation successful').waitFor();
    expect(complaints).toEqual([]);
    await context.close();
    await addUp(world);
  }, HANGING_MS);

  afterAll(() => world?.close());

  /** A line of the report as people read it, its time apart. */
  const linesOf = async (page: Page, words: (typeof FIGURE_WORDS)['en']): Promise<string[][]> => {
    const section = page.locator('section').filter({ has: page.getByRole('heading', { name: words.tax.lines }) });
    const lines = await section.locator(':scope > div').all();
    return Promise.all(
      lines.map(async (line) => {
        const [what = '', , ...rest] = (await line.innerText()).split('\n').filter((part) => part !== '');
        return [what, ...rest];
      }),
    );
  };

  it.each(JOURNEY_LANGUAGES)(
    'each sale is reckoned by both methods, line by line, and leads to what the journals wrote (%s)',
    async (language) => {
      const words = FIGURE_WORDS[language];
      const [early, late, large, small] = fills;
      if (!early || !late || !large || !small) throw new Error('Something was not executed.');
      const { page, context, complaints } = await world.openAs(trader, language);
      await world.go(page, '/pages/assets/tax');
      const line = (sale: Fill, quantity: string, figures: { proceeds: bigint; cost: bigint }, bought?: Fill) => [
        `${words.tax.disposed} ${quantity} BTC`,
        gained(figures.proceeds - figures.cost),
        `${words.tax.cost} ${shown(figures.cost)}`,
        words.tax.soldIn.replace('{{journal}}', sale.journal),
        ...(bought ? [words.tax.boughtIn.replace('{{journal}}', bought.journal)] : []),
      ];
      // Of 0.025, four fifths are all that was bought first; the rest, and the second sale, are halves of the second purchase.
      const half = late.value / 2n;
      const fromEarly = (large.value * 4n) / 5n;
      const fifo = [
        line(small, '0.005', { proceeds: small.value, cost: late.value - half }, late),
        line(large, '0.005', { proceeds: large.value - fromEarly, cost: half }, late),
        line(large, '0.02', { proceeds: fromEarly, cost: early.value }, early),
      ];
      const spent = early.value + late.value;
      const fiveSixths = (spent * 5n) / 6n;
      const average = [
        line(small, '0.005', { proceeds: small.value, cost: spent - fiveSixths }),
        line(large, '0.025', { proceeds: large.value, cost: fiveSixths }),
      ];
      const gain = large.value + small.value - spent;
      const whole = page.getByRole('region', { name: words.tax.gain, exact: true });
      const inAll = async () => {
        await whole.getByText(`${gained(gain)} USDT`).waitFor();
        await whole.getByText(`${shown(large.value + small.value)} USDT`).waitFor();
        await whole.getByText(`${shown(spent)} USDT`).waitFor();
      };
      await inAll();
      expect(await linesOf(page, words)).toEqual(fifo);
      await shoot(page, `${language}-tax-fifo`);

      const sheet = page.getByRole('dialog');
      const opens = async (name: string, { quantity, value }: Fill, isSale: boolean) => {
        for (const press of await page.getByRole('button', { name, exact: true }).all()) {
          await press.click();
          const number = /\d+/.exec(name)?.[0] ?? '';
          await sheet.getByText(words.tax.soldIn.replace('{{journal}}', number), { exact: true }).waitFor();
          const [given, got] = isSale ? [fromUnits(-quantity), value] : [`+${fromUnits(quantity)}`, -value];
          await sheet.getByText(`${given} BTC`, { exact: true }).waitFor();
          const money = `${isSale ? '+' : ''}${groupedDecimal(fromUnits(got), 'en')}`;
          await sheet.getByText(`${money} USDT`, { exact: true }).waitFor();
          const reason = sheet.getByText(statementText(language, 'spot.fill')).first();
          await reason.waitFor();
          await atRest(page);
          // As far from the edge as the sheet's title.
          const title = sheet.getByRole('heading');
          expect((await reason.boundingBox())?.x).toBe((await title.boundingBox())?.x);
          await shoot(page, `${language}-tax-journal`);
          await page.keyboard.press('Escape');
          await sheet.waitFor({ state: 'hidden' });
        }
      };
      for (const sale of [large, small]) await opens(words.tax.soldIn.replace('{{journal}}', sale.journal), sale, true);
      for (const bought of [early, late])
        await opens(words.tax.boughtIn.replace('{{journal}}', bought.journal), bought, false);

      await page.getByRole('radio', { name: words.tax.average }).check({ force: true });
      await soon(async () => expect(await linesOf(page, words)).toEqual(average));
      await inAll();
      await atRest(page);
      await shoot(page, `${language}-tax-average`);
      expect(await accessFaults(page)).toEqual([]);
      expect(complaints).toEqual([]);
      await context.close();
    },
    HANGING_MS,
  );

  it.each(JOURNEY_LANGUAGES)(
    'what a transfer brought an account is no profit of it, and the day’s profit is that of the sales (%s)',
    async (language) => {
      const words = FIGURE_WORDS[language].profit;
      const accounts = ACCOUNTS[language];
      const [early, late, large, small] = fills.map(({ value }) => value);
      const gain = (large ?? 0n) + (small ?? 0n) - (early ?? 0n) - (late ?? 0n);
      const { page, context, complaints } = await world.openAs(trader, language);
      await world.go(page, '/pages/assets/profit');
      const whole = page.getByRole('region', { name: words.total, exact: true });
      const figures = async () =>
        (await whole.locator('dl > div').allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' '));
      const of = (opening: bigint, received: bigint, given: bigint, closing: bigint) => [
        `${words.opening} ${shown(opening)} USDT`,
        `${words.received} ${shown(received)} USDT`,
        `${words.given} ${shown(given)} USDT`,
        `${words.closing} ${shown(closing)} USDT`,
        `${words.referral} 0.00 USDT`,
      ];
      const [gift, moved] = [toUnits('20000'), toUnits('500')];
      const choose = async (account: 'all' | 'spot' | 'contract') => {
        await page.getByRole('radio', { name: accounts[account], exact: true }).check({ force: true });
        await atRest(page);
      };
      const isDay = async (profit: bigint) => {
        await whole
          .getByText(`${gained(profit)} USDT`, { exact: true })
          .first()
          .waitFor();
        const cell = `${dayWords(tradedAt, language)}: ${shown(profit)} USDT`;
        await page.getByRole('cell', { name: cell, exact: true }).waitFor();
        await shoot(page, `${language}-profit-traded`);
      };
      await soon(async () => expect(await figures()).toEqual(of(0n, gift, 0n, gift + gain)));
      await isDay(gain);
      await choose('spot');
      await soon(async () => expect(await figures()).toEqual(of(0n, gift, moved, gift + gain - moved)));
      await isDay(gain);
      await choose('contract');
      await soon(async () => expect(await figures()).toEqual(of(0n, moved, 0n, moved)));
      await isDay(0n);
      expect(complaints).toEqual([]);
      await context.close();
    },
    HANGING_MS,
  );
});
