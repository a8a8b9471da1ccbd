import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { fund } from '../../../server/test/factories/ledger.js';
import type { TestUser } from '../../../server/test/factories/users.js';
import { layoutFaults } from './layout.js';
import { PageWorld } from './page-world.js';
import { pdfText } from './pdf-text.js';

/** A bound against hanging, not an expectation of speed: the machine may be busy. */
const HANGING_MS = 240_000;
const PATIENCE_MS = 60_000;

const WORDS = {
  en: {
    save: 'Save',
    saved: / has been saved$/,
    list: 'List',
    fills: 'Spot trades',
    own: 'Own choice',
    first: 'First day',
    last: 'Last day',
    wrong: 'The last day is before the first one',
    days: 'This month',
  },
  zh: {
    save: '导出',
    saved: /^已保存 /,
    list: '列表',
    fills: '现货成交',
    own: '自选',
    first: '开始日期',
    last: '结束日期',
    wrong: '结束日期早于开始日期',
    days: '本月',
  },
} as const;
type Language = keyof typeof WORDS;
const LANGUAGES: readonly Language[] = ['en', 'zh'];

interface Fill {
  quantity: string;
  amount: string;
  fee: string;
}

/** A list as a file: for spreadsheets, and to read. */
describe('lists as files, on the pages', () => {
  let world: PageWorld;

  beforeAll(async () => {
    world = await PageWorld.open();
  }, HANGING_MS);

  afterAll(() => world?.close(), HANGING_MS);

  async function buy({ userId, token }: TestUser, ...amounts: string[]): Promise<Fill[]> {
    await fund(world.source, userId, '10000');
    for (const amount of amounts) {
      const order = { currency_id: '1', legal_id: '3', type: '1', amount, target_price: '0' };
      expect(await world.call.post('coin/trade', order, { token })).toMatchObject({ type: 'ok' });
    }
    return world.source.query(
      `select trim_scale(f.quantity)::text as quantity, trim_scale(f.amount)::text as amount, trim_scale(f.fee)::text as fee
         from spot_fill f join spot_order o on o.id = f.order_id where o.user_id = $1 order by f.id`,
      [userId],
    );
  }

  async function save(page: Page, language: Language): Promise<{ name: string; content: Buffer }> {
    const words = WORDS[language];
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: words.save, exact: true }).click(),
    ]);
    await page.getByText(words.saved).first().waitFor();
    return { name: file.suggestedFilename(), content: readFileSync(await file.path()) };
  }

  it.each(LANGUAGES)(
    'hold the rows of their user, and of nobody else (%s)',
    async (language) => {
      const words = WORDS[language];
      const user = await world.aUser();
      const fills = await buy(user, '0.0123', '0.0456');
      const [others] = [await buy(await world.aUser(), '0.0789')];
      expect([fills.length > 1, others.length > 0]).toEqual([true, true]);
      const { page, context, complaints } = await world.openAs(user, language);
      page.setDefaultTimeout(PATIENCE_MS);
      await world.go(page, '/pages/assets/export');
      await page.getByLabel(words.list).selectOption({ label: words.fills });

      // Days that are none are said, and no file is made of them.
      await page.getByLabel(words.own, { exact: true }).check({ force: true });
      await page.getByLabel(words.first).fill('2026-03-02');
      await page.getByLabel(words.last).fill('2026-03-01');
      await page.getByText(words.wrong).waitFor();
      expect(await page.getByRole('button', { name: words.save, exact: true }).isDisabled()).toBe(true);
      await page.getByLabel(words.days, { exact: true }).check({ force: true });

      const csv = await save(page, language);
      expect(csv.name).toMatch(/^spot-fills_\d{4}-\d\d-01_\d{4}-\d\d-\d\d\.csv$/);
      const text = csv.content.toString('utf8');
      expect(text.charCodeAt(0)).toBe(0xfeff);
      const [, ...rows] = text.trimEnd().split('\r\n');
      expect(rows).toHaveLength(fills.length);
      const cells = rows.map((row) => row.split(','));
      for (const { quantity, amount, fee } of fills)
        expect(cells.filter((row) => [quantity, amount, fee].every((figure) => row.includes(figure)))).not.toEqual([]);

      await page.getByLabel('PDF', { exact: true }).check({ force: true });
      const pdf = await save(page, language);
      expect([pdf.name.slice(-4), pdf.content.subarray(0, 5).toString()]).toEqual(['.pdf', '%PDF-']);
      const drawn = pdfText(pdf.content).split('\n');
      expect(drawn[0]).toBe(words.fills);
      for (const figure of fills.flatMap(({ quantity, amount, fee }) => [quantity, amount, fee]))
        expect(drawn).toContain(figure);
      for (const { quantity } of others) {
        expect(text).not.toContain(quantity);
        expect(drawn).not.toContain(quantity);
      }
      expect(await layoutFaults(page)).toEqual([]);
      expect(complaints).toEqual([]);
      await context.close();
    },
    HANGING_MS,
  );
});
