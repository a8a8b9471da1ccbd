import type { ProductTermsView } from '../../../contract/operations/product-terms.dto.js';
import { evenBandRatio, moveRatio } from '../../../contract/rules/option-bands.rules.js';
import { Caller } from '../../../test/calls.js';
import { aUserId, fund, USDT } from '../../../test/factories/ledger.js';
import { OptionWorld } from '../../../test/factories/option-world.js';
import { anOperator, callDesk, type TestOperator } from '../../../test/factories/operators.js';
import { OptionProducts } from '../../trading/options/option-products.js';
import { BuyTrustProduct } from '../../trading/trust/buy-trust-product.js';
import { ListTrust } from '../../trading/trust/list-trust.js';
import { QuoteRedemption } from '../../trading/trust/quote-redemption.js';
import { SweepTrustOrders } from '../../trading/trust/sweep-trust-orders.js';
import { CheckBooks } from '../../wallet/ledger/index.js';

const DAY_MS = 86_400_000;
const TRUST = {
  currency: 'USDT',
  termDays: 3,
  minimum: '50',
  maximum: '5000',
  dailyPercent: '0.1',
  quota: '20000',
  redemptionRule: 'fixed-fee',
  redemptionRate: '0.5',
  yieldSource: 'lending',
  enabled: true,
  reason: 'A shorter term',
};
const OPTION = {
  market: null,
  seconds: 90,
  payoutPercent: '81',
  evenPayoutPercent: '300',
  minimum: '10',
  maximum: '5000',
  feePercent: null,
  enabled: true,
  reason: 'Asked for by many',
};

let world: OptionWorld;
let ann: TestOperator;
let bob: TestOperator;
let settings: TestOperator;
let support: TestOperator;

beforeAll(async () => {
  world = await OptionWorld.open({ RATE_FACTOR: '100' });
  ann = await anOperator(world.source, 'treasurer');
  bob = await anOperator(world.source, 'treasurer');
  settings = await anOperator(world.source, 'settings');
  support = await anOperator(world.source, 'support');
  // Who was made after they proposed something would be nobody's proposer.
  world.clock.advance(2000);
}, 120_000);
afterAll(async () => {
  const checked = await world
    .get(CheckBooks)
    .execute()
    .finally(() => world.app.close());
  expect(checked.filter(({ rows }) => rows.length > 0)).toEqual([]);
});
afterEach(async () => {
  const open: { id: string }[] = await world.source.query(
    `select id::text from operator_proposal where status = 'open'`,
  );
  for (const { id } of open) await desk(bob, `proposals/${id}/reject`, { reason: 'Not now' });
});

const desk = (by: TestOperator, path: string, body?: object, headers?: Record<string, string>) =>
  callDesk(world.app.url, path, { by, ...(body === undefined ? {} : { body }), ...(headers ? { headers } : {}) });
const addTrust = (code: string, changes: object = {}, by = settings) =>
  desk(by, 'products/new/trust', { ...TRUST, code, ...changes });
const addOption = (changes: object = {}, by = settings) => desk(by, 'products/new/options', { ...OPTION, ...changes });
const idOf = (reply: { message: unknown }) => (reply.message as { id: string }).id;
const agree = (reply: { message: unknown }, by = bob) => desk(by, `proposals/${idOf(reply)}/approve`, {});
const trustRow = async (code: string) => {
  const rows: Record<string, unknown>[] = await world.source.query(
    `select p.id, c.code as currency, term_days as "termDays", trim_scale(minimum)::text as minimum,
            trim_scale(maximum)::text as maximum, trim_scale(daily_ratio)::text as "dailyRatio",
            trim_scale(quota)::text as quota, redemption_rule as rule, trim_scale(redemption_ratio)::text as ratio,
            penalty_capped as capped, yield_source as source, enabled
       from trust_product p join currency c on c.id = p.currency_id where p.code = $1`,
    [code],
  );
  return rows[0];
};
const optionRows = (seconds: number): Promise<Record<string, unknown>[]> =>
  world.source.query(
    `select market_id as "marketId", trim_scale(payout_ratio)::text as payout, trim_scale(even_band_ratio)::text as band,
            trim_scale(move_ratio)::text as move, directions, enabled
       from option_term where seconds = $1 order by market_id nulls first`,
    [seconds],
  );

/** What everybody may look at, in a language. */
async function shown(path: string, language = 'en'): Promise<Record<string, unknown>[]> {
  const { message } = await new Caller(world.app).get(path, { language });
  return message as Record<string, unknown>[];
}

describe('a trust product', () => {
  it.each([
    ['none', null, '0'],
    ['forfeit-interest', null, '0'],
    ['discounted-rate', '0.04', '0.0004'],
    ['remaining-days', '0.4', '0.004'],
  ])('with the way out %s and the rate %s keeps %s, and never takes the principal', async (rule, rate, storedRatio) => {
    const code = `way-${rule}`;
    const wish = { redemptionRule: rule, redemptionRate: rate, maximum: null, quota: null, enabled: false };
    expect((await agree(await addTrust(code, wish))).type).toBe('ok');
    expect(await trustRow(code)).toMatchObject({ rule, ratio: storedRatio, capped: true, maximum: null, quota: null });
    // Off as it was proposed: not in the list, and not bought.
    const row = (await trustRow(code)) as { id: number };
    expect((await shown('lh/deposit/config?limit=50')).map(({ id }) => id)).not.toContain(row.id);
  });

  it.each([
    ['code', { code: 'USDT 3' }],
    ['currency', { currency: 'NONE' }],
    ['currency', { currency: 'USD' }],
    ['termDays', { termDays: 3651 }],
    ['dailyPercent', { dailyPercent: '2' }],
    ['minimum', { minimum: '0.000001', dailyPercent: '0.1' }],
    ['maximum', { maximum: '10' }],
    ['redemptionRule', { redemptionRule: 'all' }],
    ['redemptionRate', { redemptionRate: null }],
    ['redemptionRate', { redemptionRule: 'none' }],
    ['redemptionRate', { redemptionRule: 'discounted-rate', redemptionRate: '0.1' }],
    ['yieldSource', { yieldSource: 'luck' }],
  ])('is refused for its %s: %j', async (field, changes) => {
    expect(await addTrust('usdt-wrong', changes)).toMatchObject({
      code: 'request.invalid',
      message: `Please check this field: ${field}`,
    });
  });

  it('is proposed once at a time and by a code that is free, by those who may', async () => {
    expect(await addTrust('usdt-15')).toMatchObject({ code: 'operations.product-exists' });
    expect(await addTrust('usdt-4', {}, support)).toMatchObject({ code: 'access.forbidden' });
    const key = { 'idempotency-key': 'the-same-product' };
    const wish = { ...TRUST, code: 'usdt-4' };
    const [first, again] = [
      await desk(settings, 'products/new/trust', wish, key),
      await desk(settings, 'products/new/trust', wish, key),
    ];
    expect(idOf(again)).toBe(idOf(first));
    expect(await addTrust('usdt-4', { termDays: 4 }, ann)).toMatchObject({ code: 'operations.proposal-open' });
    expect((await addTrust('usdt-5')).type).toBe('ok');
  });

  it('is judged again when it is agreed on, and what is there by then stays as it is', async () => {
    const proposed = await addTrust('usdt-6');
    await world.source.query(
      `insert into trust_product (code, currency_id, term_days, minimum, daily_ratio, redemption_rule, yield_source, created_at)
       values ('usdt-6', $1, 6, 7, 0.0001, 'none', 'treasury', now())`,
      [USDT],
    );
    expect(await agree(proposed)).toMatchObject({ code: 'operations.product-exists' });
    expect(await trustRow('usdt-6')).toMatchObject({ termDays: 6, minimum: '7', rule: 'none' });
    const other = await addTrust('usdt-8');
    await world.source.query('update wallet_currency set trust = false where currency_id = $1', [USDT]);
    expect(await agree(other)).toMatchObject({ code: 'request.invalid' });
    await world.source.query('update wallet_currency set trust = true where currency_id = $1', [USDT]);
    expect(await trustRow('usdt-8')).toBeUndefined();
  });
});

describe('a time of options', () => {
  it('has the bands that the first times have: nobody sets them', async () => {
    const rows: { seconds: number; band: string; move: string }[] = await world.source.query(
      `select seconds, trim_scale(even_band_ratio)::text as band, trim_scale(move_ratio)::text as move
         from option_term where market_id is null order by seconds`,
    );
    expect(rows.length).toBeGreaterThanOrEqual(6);
    expect(rows).toEqual(
      rows.map(({ seconds }) => ({ seconds, band: evenBandRatio(seconds), move: moveRatio(seconds) })),
    );
  });

  it('is there when a second operator agrees, is bought on demo money and settles', async () => {
    const user = await world.user();
    await world.price('50000');
    await expect(world.buy(user, { seconds: 90 })).rejects.toMatchObject({ code: 'options.term-unknown' });
    const proposed = await addOption();
    const [{ detail }] = await world.source.query('select detail from operator_proposal where id = $1', [
      idOf(proposed),
    ]);
    expect(detail).toMatchObject({ name: '*', seconds: 90, evenBandPercent: '0.015', payoutPercent: '81' });
    expect((await agree(proposed, ann)).type).toBe('ok');
    expect(await optionRows(90)).toEqual([
      {
        marketId: null,
        payout: '0.81',
        band: '0.00015',
        move: '0.0001',
        directions: ['rise', 'fall', 'even'],
        enabled: true,
      },
    ]);

    // Every process reads its own list again after some seconds.
    await world.get(OptionProducts).reload();
    await world.price('50000');
    const order = await world.buy(user, { seconds: 90 });
    expect(order).toMatchObject({ profit_ratio: '81.00', remain_milli_seconds: 90_000 });
    await world.seconds(91, () => '50100');
    await world.settle();
    expect(await world.order(order.id)).toEqual({ status: 'settled', result: 'win', profit: '81' });
  });

  it('of one market is that market’s alone, off or on as it was proposed', async () => {
    expect((await agree(await addOption({ market: 'BTC/USDT', seconds: 45, enabled: false }))).type).toBe('ok');
    expect(await optionRows(45)).toMatchObject([{ marketId: 1, enabled: false, band: evenBandRatio(45) }]);
    expect((await agree(await addOption({ market: 'BTC/USDT', seconds: 240, payoutPercent: '70' }))).type).toBe('ok');
    await world.get(OptionProducts).reload();
    const offered = world.get(OptionProducts);
    expect([offered.term(1, 240)?.payoutRatio, offered.term(2, 240), offered.term(1, 45)]).toEqual([
      '0.7',
      undefined,
      undefined,
    ]);
    // One of a market’s own beside that of all.
    expect((await agree(await addOption({ seconds: 240, payoutPercent: '75' }))).type).toBe('ok');
    await offered.reload();
    expect([offered.term(1, 240)?.payoutRatio, offered.term(2, 240)?.payoutRatio]).toEqual(['0.7', '0.75']);
  });

  it.each([
    ['seconds', { seconds: 29 }],
    ['seconds', { seconds: 86_401 }],
    ['market', { market: 'NO/SUCH' }],
    ['payoutPercent', { payoutPercent: '101' }],
    ['evenPayoutPercent', { evenPayoutPercent: '0' }],
    ['maximum', { maximum: '1' }],
    ['feePercent', { feePercent: '11' }],
  ])('is refused for its %s: %j', async (field, changes) => {
    expect(await addOption({ seconds: 75, ...changes })).toMatchObject({
      code: 'request.invalid',
      message: `Please check this field: ${field}`,
    });
  });

  it('is proposed once at a time, and never in place of one that is there', async () => {
    expect(await addOption({ seconds: 60 })).toMatchObject({ code: 'operations.product-exists' });
    const proposed = await addOption({ seconds: 75 });
    expect(await addOption({ seconds: 75, payoutPercent: '50' }, ann)).toMatchObject({
      code: 'operations.proposal-open',
    });
    expect((await addOption({ seconds: 75, market: 'BTC/USDT' }, ann)).type).toBe('ok');
    await world.source.query(
      `insert into option_term (seconds, payout_ratio, even_payout_ratio, even_band_ratio, minimum, maximum)
       values (75, 0.5, 2, 0.001, 1, 2)`,
    );
    expect(await agree(proposed)).toMatchObject({ code: 'operations.product-exists' });
    expect(await optionRows(75)).toMatchObject([{ marketId: null, payout: '0.5' }]);
    await world.source.query('delete from option_term where seconds = 75');
  });
});

it('the desk says what can be added', async () => {
  const view = (await desk(support, 'products')).message as ProductTermsView;
  expect(view.currencies).toEqual(expect.arrayContaining(['USDT', 'BTC', 'ETH']));
  expect(view.optionMarkets).toContain('BTC/USDT');
});

// Last: days pass, and nobody's session at the desk is so old.
it('a trust product is there when a second operator agrees, is bought, bears interest and returns', async () => {
  const proposed = await addTrust('usdt-3');
  expect(proposed.type).toBe('ok');
  expect(await trustRow('usdt-3')).toBeUndefined();
  expect(await agree(proposed, settings)).toMatchObject({ code: 'access.forbidden' });
  expect((await agree(proposed)).type).toBe('ok');
  const { id, ...row } = (await trustRow('usdt-3')) as { id: number };
  const { termDays, minimum, maximum, quota, currency } = TRUST;
  const ratios = { dailyRatio: '0.001', rule: 'fixed-fee', ratio: '0.5', capped: true, source: 'lending' };
  expect(row).toEqual({ termDays, minimum, maximum, quota, currency, enabled: true, ...ratios });
  const lines = await world.source.query(
    `select action, detail ->> 'name' as name, detail ->> 'redemptionRate' as rate
       from audit_entry where detail ->> 'name' = 'usdt-3' order by id`,
  );
  expect(lines).toEqual([
    { action: 'trust-product.propose', name: 'usdt-3', rate: '0.5' },
    { action: 'proposal.approve', name: 'usdt-3', rate: '0.5' },
  ]);

  const [english, chinese] = await Promise.all(
    ['en', 'zh'].map(async (language) =>
      (await shown('lh/deposit/config?limit=50', language)).find((one) => one.id === id),
    ),
  );
  expect(english).toMatchObject({ name: 'USDT 3-day trust', intro: expect.stringContaining('secured lending') });
  expect(chinese).toMatchObject({ name: 'USDT 3 天理财', intro: expect.stringContaining('抵押借款') });

  const userId = await aUserId(world.source);
  await fund(world.source, userId, '1000');
  const purchase = { userId, productId: id, demo: false, agreed: true, key: null };
  const buy = (amount: string) => world.get(BuyTrustProduct).execute({ ...purchase, amount });
  await expect(buy('49')).rejects.toMatchObject({ code: 'trust.below-minimum' });
  await buy('400');
  const orders = async () => {
    const query = { userId, demo: false, status: undefined, cancelled: undefined, page: 1, limit: 5 };
    return (await world.get(ListTrust).orders(query)).orders;
  };
  world.clock.advance(2 * DAY_MS);
  await world.get(SweepTrustOrders).execute();
  const [running] = await orders();
  expect(running).toMatchObject({ state: 'custody', dailyInterest: '0.4', accruedDays: 1, income: '0.4' });
  const leaving = await world.get(QuoteRedemption).execute(userId, running?.id ?? '');
  expect(leaving).toMatchObject({ penalty: '0.2', net: '400.2' });
  world.clock.advance(2 * DAY_MS);
  for (let day = 0; day < 3; day += 1) await world.get(SweepTrustOrders).execute();
  expect(await orders()).toMatchObject([{ state: 'completed', income: '1.2', penalty: '0' }]);
});
