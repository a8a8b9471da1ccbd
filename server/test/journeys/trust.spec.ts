import type { DataSource } from 'typeorm';
import { SweepTrustOrders } from '../../features/trading/trust/sweep-trust-orders.js';
import { bootApp, type TestApp } from '../app.js';
import { closeInOrder } from '../books-in-order.js';
import { Caller } from '../calls.js';
import { fund } from '../factories/ledger.js';
import { aUser, type TestUser } from '../factories/users.js';

let app: TestApp;
let call: Caller;
let source: DataSource;
let user: TestUser;

beforeAll(async () => {
  app = await bootApp({ ROLES: 'gateway', LOG_LEVEL: 'silent' });
  call = new Caller(app);
  source = app.owner;
  user = await aUser(app.database.url);
  await fund(source, user.userId, '20000');
}, 60_000);

afterAll(() => closeInOrder(app));

const post = (path: string, fields: Record<string, string>, language = 'en') =>
  call.post(path, fields, { token: user.token, language });
const get = (path: string) => call.get(path, { token: user.token });

async function example(): Promise<string> {
  const { message } = await call.get('lh/deposit/config?currency_id=3&limit=50', { language: 'en' });
  const products = message as { id: number; day: number; save_min: string }[];
  return String(products.find(({ day, save_min }) => day === 15 && Number(save_min) === 1000)?.id);
}

describe('as the old clients call', () => {
  it('everybody sees the products, with the cycle’s rate and where the interest comes from', async () => {
    const id = await example();
    const { type, message } = await call.get(`lh/deposit/product_info?id=${id}`, { language: 'en' });
    expect(type).toBe('ok');
    expect(message).toMatchObject({
      name: 'USDT 15-day trust',
      interest_rate: '6.0000',
      daily_ratio: '0.004',
      day: 15,
      redemption_rule: 'remaining-days',
      yield_source: 'house',
    });
    expect(JSON.stringify(message)).not.toMatch(/146|guarantee(?!d by anybody)|APY|annual/i);
  });

  it('10000 at 0.4 % over 15 days: a preview, a purchase, a record, a report', async () => {
    const config_id = await example();
    const preview = await post('trust/preview', { config_id, amount: '10000' });
    expect(preview.message).toMatchObject({
      daily_interest: '40',
      total_interest: '600',
      balance: '20000',
      balance_after: '10000',
      trust_balance: '0',
      trust_balance_after: '0',
    });
    expect(await post('lh/deposit', { config_id, amount: '10000' })).toMatchObject({
      type: 'ok',
      message: 'Submit success',
    });
    const { message } = await get('lh/deposit/order?status=1&page=1&limit=10');
    expect(message).toMatchObject({
      total: 1,
      order_list: [
        {
          amount: '10000.00000000',
          day_rate: '0.00400',
          remain_day: 15,
          total_interest: '0.00000000',
          status: 1,
          is_cancel: 0,
        },
      ],
    });
    expect((await get('lh/deposit/report')).message).toMatchObject({
      count: 1,
      sum: '10000.00000000',
      profit: '0.00000000',
    });
    const statement = await post('wallet/legal_log', {});
    expect((statement.message as { list: { info: string; value: string }[] }).list[0]).toMatchObject({
      info: 'Trust product bought, funds locked',
    });
  });

  it('is bought at the interest that was shown or a better one, and else the refusal says the new one', async () => {
    const config_id = await example();
    const pay = (ratio: string) =>
      source.query('update trust_product set daily_ratio = $1 where id = $2', [ratio, config_id]);
    const { message } = await post('trust/preview', { config_id, amount: '1000' });
    const { daily_ratio: worst_daily_ratio } = (message as { product: { daily_ratio: string } }).product;
    await pay('0.0035');
    try {
      const buy = { config_id, amount: '1000', agreement: '1', worst_daily_ratio };
      expect(await post('lh/deposit', buy)).toMatchObject({
        type: 'error',
        code: 'trust.rate-lowered',
        message: 'The rate of a day is 0.35% now; please look again',
      });
      expect((await post('trust/preview', { config_id, amount: '1000' })).message).toMatchObject({
        product: { daily_ratio: '0.0035' },
        daily_interest: '3.5',
      });
      const { message: orders } = await get('lh/deposit/order?status=1');
      expect(orders).toMatchObject({ total: 1 });
    } finally {
      await pay('0.004');
    }
  });

  it('redeems early at the quoted price', async () => {
    const { message } = await get('lh/deposit/order?status=1');
    const [{ id }] = (message as { order_list: [{ id: string }] }).order_list;
    await app.application.get(SweepTrustOrders).execute();
    const quote = await post('trust/redemption-quote', { id });
    // The rule would take 600; more than the interest so far is never taken.
    expect(quote.message).toMatchObject({ penalty: '0', returned: '10000', net: '10000', remain_day: 15 });
    const { quote_id } = quote.message as { quote_id: string };
    expect(await post('lh/deposit/order/cancel', { id, quote_id })).toMatchObject({ type: 'ok' });
    expect((await get('lh/deposit/order?status=2&is_cancel=1')).message).toMatchObject({
      order_list: [{ id, is_cancel: 1, cancel_fee: '0.00000000', status: 2 }],
    });
    expect((await get('lh/deposit/order?status=2&is_cancel=0')).message).toMatchObject({ order_list: [] });
    const detail = await get(`trust/order?id=${id}`);
    expect(detail.message).toMatchObject({ order: { state: 'redeemed' }, accruals: [] });
  });

  it.each([
    [{ config_id: 'x', amount: '1000' }, 'request.invalid'],
    [{ config_id: '1', amount: '' }, 'request.invalid'],
    [{ config_id: '999999', amount: '1000' }, 'trust.not-offered'],
    [{ config_id: '1', amount: '1' }, 'trust.below-minimum'],
    [{ config_id: '1', amount: '99999' }, 'ledger.insufficient-balance'],
    [{ config_id: '1', amount: '1000', agreement: '0' }, 'trust.agreement'],
    [{ config_id: '1', amount: '1000', account_type: 'toy' }, 'request.invalid'],
    [{ config_id: '1', amount: '1000', worst_daily_ratio: 'NaN' }, 'request.invalid'],
    [{ config_id: '1', amount: '1000', worst_daily_ratio: '9'.repeat(20) }, 'request.invalid'],
    [{ config_id: '1', amount: '1000', worst_daily_ratio: '-0.004' }, 'request.invalid'],
    [{ config_id: '1', amount: '1000', worst_daily_ratio: 'much' }, 'request.invalid'],
  ])('refuses %j: %s', async (fields, code) => {
    for (const language of ['zh', 'th']) {
      const reply = await post('lh/deposit', fields as Record<string, string>, language);
      expect(reply).toMatchObject({ type: 'error', code });
      expect(reply.status).toBeLessThan(500);
    }
  });

  it('is nobody else’s', async () => {
    const stranger = await aUser(app.database.url);
    const { message } = await get('lh/deposit/order');
    const [{ id }] = (message as { order_list: [{ id: string }] }).order_list;
    const theirs = await call.get(`trust/order?id=${id}`, { token: stranger.token });
    expect(theirs).toMatchObject({ type: 'error', code: 'trust.not-found' });
    expect(await call.get('lh/deposit/order', { token: null })).toMatchObject({ type: '999' });
  });
});
