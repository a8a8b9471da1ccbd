import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { Decimal } from '../../../server/contract/decimal.js';
import { listTitle } from '../../../server/contract/languages/export-lists.js';
import { columnText, type ExportColumn } from '../../../server/contract/languages/exports.js';
import type { FuturesPositionsView } from '../../../server/contract/trading/futures.dto.js';
import { EXPORT_LISTS, type ExportListName } from '../../../server/contract/wallet/exports.dto.js';
import { ExportSources } from '../../../server/features/wallet/exports/export-sources.js';
import type { TestUser } from '../../../server/test/factories/users.js';
import { JOURNEY_LANGUAGES } from './page-languages.js';
import { PageWorld } from './page-world.js';
import { pdfText } from './pdf-text.js';
import { soon } from './product.js';
import { aRichUser } from './rich-user.js';

/** A bound against hanging, not an expectation of speed: the machine may be busy. */
const HANGING_MS = 1_200_000;
const PATIENCE_MS = 90_000;
const FORM = '/pages/assets/export';

const FUTURES = '/pages/contract/index?symbol=BTC%2FUSDT';

/** Something on a page that is touched before the list is seen; it may have a count behind its name. */
type Step = readonly [role: 'tab' | 'radio' | 'button', name: keyof (typeof WORDS)['en']['steps']];
/** A page, and how a list of it is come to where the address alone does not show it. */
type Place = readonly [path: string, ...steps: Step[]];

/** Where each list is seen, and led from to the file of it. A new list has no place yet, and does not compile. */
const PLACE_OF: Record<ExportListName, Place> = {
  'wallet.statement': ['/pages/assets/statement'],
  'wallet.deposits': ['/pages/assets/record'],
  'wallet.withdrawals': ['/pages/assets/record?type=withdrawals'],
  'wallet.transfers': ['/pages/transfer/record'],
  'spot.orders': ['/pages/assets/transactions'],
  'spot.fills': ['/pages/assets/transactions?view=fills'],
  'spot.stops': ['/pages/trade/index?symbol=BTC%2FUSDT', ['tab', 'stops']],
  'options.orders': ['/pages/option/history'],
  'futures.orders': [FUTURES, ['tab', 'history']],
  'futures.closings': [FUTURES, ['tab', 'history'], ['radio', 'closings']],
  'futures.funding': [FUTURES, ['button', 'funding']],
  'futures.liquidations': [FUTURES, ['tab', 'history'], ['radio', 'liquidated']],
  'trust.orders': ['/pages/trust/hosting'],
  'otc.orders': ['/pages/otc/orders'],
  'otc.adverts': ['/pages/otc/merchant'],
  'subscription.orders': ['/pages/subscription/orders'],
  'ieo.applications': ['/pages/ieo/applications'],
  'referral.rebates': ['/pages/promotion/records'],
  'price-alerts.own': ['/pages/alerts/index'],
  'notices.own': ['/pages/notice/index?kind=own'],
  'complaints.own': ['/pages/complaints/index'],
  'profit.days': ['/pages/assets/profit'],
  'tax.fifo': ['/pages/assets/tax'],
  'tax.average': ['/pages/assets/tax?method=average'],
};
/** Lists of which the user has something. */
const WITH_ROWS: readonly ExportListName[] = [
  'wallet.statement',
  'wallet.transfers',
  'spot.orders',
  'spot.fills',
  'spot.stops',
  'futures.orders',
  'futures.closings',
  'trust.orders',
  'price-alerts.own',
  'tax.fifo',
  'tax.average',
];

const WORDS = {
  en: {
    link: 'Save as a file',
    save: 'Save',
    saved: / has been saved$/,
    list: 'List',
    year: 'This year',
    steps: {
      stops: /^Stops/,
      history: /^History$/,
      closings: /^Closing orders$/,
      liquidated: /^Liquidated$/,
      funding: /^Funding rate/,
    },
  },
  zh: {
    link: '导出文件',
    save: '导出',
    saved: /^已保存 /,
    list: '列表',
    year: '今年',
    steps: {
      stops: /^条件委托/,
      history: /^历史$/,
      closings: /^平仓委托$/,
      liquidated: /^已强平$/,
      funding: /^资金费率/,
    },
  },
} as const;

/** Every list that the server makes a file of, from where its user sees it, in both formats. */
describe('each list as a file', () => {
  let world: PageWorld;
  let user: TestUser;

  beforeAll(async () => {
    world = await PageWorld.open({ ROLES: 'gateway,worker,feed', REAL_MONEY_ON_SIMULATED: 'true' });
    user = await aRichUser(world);
    const post = async (path: string, fields: Record<string, string>) => {
      const { type, message } = await world.call.post(path, fields, { token: user.token });
      expect([path, type, message]).toEqual([path, 'ok', message]);
    };
    const pair = { currency_id: '1', legal_id: '3' };
    await post('spot/stop', { ...pair, type: '2', amount: '0.5', target_price: '', trigger_price: '1000' });
    const { message } = await world.call.get('futures/positions', { token: user.token });
    const { positions } = message as FuturesPositionsView;
    const { positionId: long = '', entryPrice } = positions.find(({ side }) => side === 'long') ?? {};
    const above = new Decimal(entryPrice ?? 0).times('1.05').toFixed(0);
    await post('lever/close_limit', { id: long, price: above, share: '1' });
    await post('lever/close_cancel', { id: long, closing_id: await closingOf(long) });
    // What was liquidated is one of the choices among positions that were.
    await soon(() => post('lever/close', { id: long }), PATIENCE_MS);
    const alert = {
      symbol: 'BTC/USDT',
      kind: 'rise',
      value: '9000000',
      window: '',
      source: 'index',
      pause: '',
      note: '',
    };
    await post('price_alert/create', alert);
  }, HANGING_MS);

  afterAll(() => world?.close(), HANGING_MS);

  async function closingOf(positionId: string): Promise<string> {
    const rows: { id: string }[] = await world.source.query(
      'select id::text as id from futures_closing_order where position_id = $1',
      [positionId],
    );
    return rows[0]?.id ?? '';
  }

  /** The names of its columns, as its own source says them. */
  async function columnsOf(list: ExportListName): Promise<[ExportColumn, string][]> {
    const now = new Date();
    const day = now.toISOString().slice(0, 10);
    const query = { userId: user.userId, demo: false, since: now, until: now, from: day, to: day };
    const { columns } = await world.app.application.get(ExportSources).open(list, query, 1);
    return Object.entries(columns) as [ExportColumn, string][];
  }

  async function saved(page: Page, words: (typeof WORDS)['en' | 'zh']): Promise<{ name: string; content: Buffer }> {
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: words.save, exact: true }).click(),
    ]);
    await page.getByText(words.saved).first().waitFor();
    return { name: file.suggestedFilename(), content: readFileSync(await file.path()) };
  }

  it.each(JOURNEY_LANGUAGES)(
    'is saved for spreadsheets and to read, under its own title and with its own columns (%s)',
    async (language) => {
      const words = WORDS[language];
      const { page, context, complaints } = await world.openAs(user, language);
      page.setDefaultTimeout(PATIENCE_MS);
      const headers = new Map<ExportListName, string>();
      for (const list of EXPORT_LISTS) {
        const [path, ...steps] = PLACE_OF[list];
        await world.go(page, path);
        for (const [role, name] of steps) {
          const step = page.getByRole(role, { name: words.steps[name] });
          await (role === 'radio' ? step.check({ force: true }) : step.click());
        }
        await page.getByRole('link', { name: words.link, exact: true }).click();
        await page.waitForURL(`**${FORM}?list=${list}`);
        await soon(async () => expect(await page.getByLabel(words.list).inputValue()).toBe(list));
        await page.getByLabel(words.year, { exact: true }).check({ force: true });

        const csv = await saved(page, words);
        expect(csv.name).toMatch(/\.csv$/);
        expect(csv.name.startsWith(`${list.replace('.', '-')}_`)).toBe(true);
        const [header = '', ...rows] = csv.content.toString('utf8').slice(1).trimEnd().split('\r\n');
        const columns = await columnsOf(list);
        const titles = columns.map(([name]) => columnText(language, name));
        const zoned = header.split(',').map((title) => title.replace(/ \([^()]+\)$/, ''));
        expect([list, [...new Set(zoned)]]).toEqual([list, [...new Set(titles)]]);
        expect([list, rows.length > 0 || !WITH_ROWS.includes(list)]).toEqual([list, true]);
        headers.set(list, header);

        await page.getByLabel('PDF', { exact: true }).check({ force: true });
        const pdf = await saved(page, words);
        expect([pdf.name.slice(-4), pdf.content.subarray(0, 5).toString()]).toEqual(['.pdf', '%PDF-']);
        const drawn = pdfText(pdf.content).split('\n');
        expect(sameLetters(drawn[0] ?? '')).toBe(sameLetters(listTitle(language, list)));
        // A narrow column breaks its title into lines.
        const written = sameLetters(drawn.join(''));
        for (const title of titles) expect(written).toContain(sameLetters(title));
      }
      // Each list has columns of its own; the two reports of taxes are of the same form.
      const forms = new Set(headers.values());
      expect(forms.size).toBeGreaterThan(EXPORT_LISTS.length - 4);
      expect(complaints).toEqual([]);
      await context.close();
    },
    HANGING_MS,
  );
});

/** Without spaces, and signs of full width as the plain ones: some fonts draw both with one glyph. */
function sameLetters(text: string): string {
  return text.normalize('NFKC').replaceAll(/\s/g, '');
}
