import type { DataSource, EntityManager } from 'typeorm';
import type { ProposalKind } from '../../../contract/operations/words.js';
import { evenBandRatio, moveRatio } from '../../../contract/rules/option-bands.rules.js';
import { TERM_BOUNDS } from '../../../contract/rules/product-terms.rules.js';
import { createDataSource } from '../../../database/data-source.js';
import { agreeOn } from '../../../test/factories/agreements.js';
import { createTestDatabase, type TestDatabase } from '../../../test/database.js';
import { BTC, USDT } from '../../../test/factories/ledger.js';
import { NewProductsStore, type OptionTimeRow, type TrustProductRow } from './new-products.store.js';

const REFUSED = { code: 'PT001' };

let database: TestDatabase;
let owner: DataSource;
/** As whoever has the user of a gateway writes. */
let source: DataSource;
let store: NewProductsStore;

beforeAll(async () => {
  database = await createTestDatabase();
  owner = await createDataSource(database.url).initialize();
  source = await createDataSource(database.gatewayUrl).initialize();
  store = new NewProductsStore(source);
}, 60_000);

afterAll(async () => {
  await Promise.all([owner.destroy(), source.destroy()]);
  await database.drop();
});

/** Done in the transaction in which two agree on it. */
const agreed = <Result>(
  kind: ProposalKind,
  subjectId: number | null,
  detail: object,
  act: (tx: EntityManager) => Promise<Result>,
): Promise<Result> =>
  source.transaction(async (tx) => {
    await agreeOn(tx, kind, subjectId, detail);
    return act(tx);
  });

describe('terms', () => {
  it.each<[ProposalKind, string, string, string, Record<string, unknown>, Record<string, unknown>]>([
    ['option-terms', 'option_term', 'id', 'payout_ratio = 0.9', { payoutPercent: '90' }, { payoutPercent: '91' }],
    ['option-terms', 'option_term', 'id', 'even_payout_ratio = 4', { evenPayoutPercent: '400' }, { minimum: '400' }],
    ['option-terms', 'option_term', 'id', 'fee_ratio = 0.01', { feePercent: '1.0' }, { feePercent: null }],
    ['option-terms', 'option_term', 'id', 'fee_ratio = null', { feePercent: null }, { feePercent: '2' }],
    ['option-terms', 'option_term', 'id', 'enabled = false', { enabled: false }, { enabled: true }],
    ['option-terms', 'option_term', 'id', 'maximum = 6000', { maximum: '6000' }, { maximum: '5999.9' }],
    ['trust-terms', 'trust_product', 'id', 'daily_ratio = 0.009', { dailyPercent: '0.9' }, { dailyPercent: '0.8' }],
    ['trust-terms', 'trust_product', 'id', 'quota = 5', { quota: '5' }, { quota: null }],
    ['spot-terms', 'spot_product', 'market_id', 'fee_ratio = 0.02', { feePercent: '2' }, { feePercent: '1' }],
    ['spot-terms', 'spot_product', 'market_id', 'minimum_amount = 2', { minimumAmount: '2' }, { maximumAmount: '2' }],
    [
      'perpetual-terms',
      'futures_product',
      'market_id',
      `leverages = '{1,3}'`,
      { leverages: [1, 3] },
      { leverages: [1] },
    ],
    ['perpetual-terms', 'futures_product', 'market_id', 'open_lots_max = 7', { openLotsMax: 7 }, { lotsMax: 7 }],
    ['perpetual-terms', 'market', 'id', 'lots_max = 8', { lotsMax: 8 }, { openLotsMax: 8 }],
    ['perpetual-terms', 'market', 'id', 'perpetual_fee_percent = 0', { feePercent: '0' }, { feePercent: '0.01' }],
  ])('of %s in %s, by %s: %s as two agree on it at once, and in no other way', async (...given) => {
    const [kind, table, id, change, after, other] = given;
    const set = (tx: EntityManager, row: number) => tx.query(`update ${table} set ${change} where ${id} = $1`, [row]);
    await expect(source.transaction((tx) => set(tx, 1))).rejects.toMatchObject(REFUSED);
    await agreed(kind, 1, { after }, async () => undefined);
    await expect(source.transaction((tx) => set(tx, 1))).rejects.toMatchObject(REFUSED);
    await expect(agreed(kind, 1, { after: other }, (tx) => set(tx, 1))).rejects.toMatchObject(REFUSED);
    await expect(agreed(kind, 2, { after }, (tx) => set(tx, 1))).rejects.toMatchObject(REFUSED);
    await agreed(kind, 1, { after }, (tx) => set(tx, 1));
    const rows: unknown[] = await owner.query(
      `select from ${table} where ${id} = 1 and (${change.replace('=', 'is not distinct from')})`,
    );
    expect(rows).toHaveLength(1);
  });

  it.each([
    ['option_term', 'even_band_ratio = 0.001'],
    ['option_term', 'move_ratio = 0.0002'],
    ['option_term', `directions = '{even}'`],
    ['option_term', 'seconds = 61'],
    ['trust_product', `redemption_rule = 'none'`],
    ['trust_product', 'redemption_ratio = 1'],
    ['trust_product', 'penalty_capped = false'],
    ['trust_product', 'term_days = 1'],
    ['trust_product', `currency_id = ${BTC}`],
    ['futures_product', 'market_id = 2'],
    ['spot_product', 'market_id = 2'],
  ])('of %s are not what nobody agrees on: %s', async (table, change) => {
    await expect(source.query(`update ${table} set ${change}`)).rejects.toMatchObject({ code: '42501' });
  });

  it('end in the tables where they end at the desk', async () => {
    const rows: { table: string; event: string; column: string; most: string }[] = await owner.query(
      `select t.tgrelid::regclass as table, substring(t.tgname from '_bounds_(.*)') as event, found[1] as column, found[2] as most
         from pg_trigger t, regexp_matches(pg_get_triggerdef(t.oid),
           'new\\.(\\w+)\\)*(?:::numeric)? > \\(?''?([0-9.]+)', 'gi') found
        where t.tgfoid = 'product_terms_bounded'::regproc and t.tgenabled = 'A'`,
    );
    const of = (event: string) =>
      Object.fromEntries(
        rows.filter((row) => row.event === event).map((row) => [`${row.table} ${row.column}`, Number(row.most)]),
      );
    const bounds = TERM_BOUNDS;
    expect(of('insert')).toEqual({
      'option_term payout_ratio': bounds.payoutPercent / 100,
      'option_term even_payout_ratio': bounds.evenPayoutPercent / 100,
      'option_term fee_ratio': bounds.optionFeePercent / 100,
      'option_term even_band_ratio': Number(evenBandRatio(86_400)),
      'option_term move_ratio': Number(moveRatio(86_400)),
      'spot_product fee_ratio': bounds.spotFeePercent / 100,
      'futures_product leverages': bounds.leverages,
      'futures_product open_lots_max': bounds.lots,
      'market lots_max': bounds.lots,
      'market perpetual_fee_percent': bounds.perpetualFeePercent,
      'trust_product daily_ratio': bounds.dailyPercent / 100,
    });
    expect(of('update')).toEqual(of('insert'));
  });

  it.each([
    ['option_term', 'payout_ratio = 1.0001'],
    ['option_term', 'even_payout_ratio = 4.0001'],
    ['option_term', 'even_band_ratio = 0.0051'],
    ['option_term', 'fee_ratio = 0.1001'],
    ['trust_product', 'daily_ratio = 0.01000001'],
    ['spot_product', 'fee_ratio = 0.050001'],
    ['futures_product', 'open_lots_max = 1000000001'],
    ['market', 'perpetual_fee_percent = 1.0001'],
  ])('of %s pass their bounds for nobody: %s', async (table, change) => {
    await expect(owner.query(`update ${table} set ${change}`)).rejects.toMatchObject({ code: '23514' });
  });

  it('pass their bounds for nobody in a row that is added', async () => {
    const add = owner.query(
      `insert into option_term (seconds, payout_ratio, even_payout_ratio, even_band_ratio, move_ratio, minimum, maximum)
       values (45, 0.8, 3, 0.0001, 0.0004, 10, 5000)`,
    );
    await expect(add).rejects.toMatchObject({ code: '23514' });
  });

  // What was set by hand before there were bounds.
  it.each([
    ['option_term', 'even_band_ratio = 0.01, move_ratio = 0.01, payout_ratio = 1.5', 'enabled = not enabled'],
    ['trust_product', 'daily_ratio = 0.05', 'enabled = not enabled'],
    ['spot_product', 'fee_ratio = 0.09', 'enabled = not enabled'],
    ['futures_product', 'open_lots_max = 2000000000', 'enabled = not enabled'],
    ['market', 'perpetual_fee_percent = 5', `halted_reason = 'Maintenance'`],
    // As the desk writes all of a product's terms, changed or not.
    ['market', 'perpetual_fee_percent = 5', 'lots_max = 7, perpetual_fee_percent = perpetual_fee_percent'],
  ])('of %s beyond their bounds (%s) keep nobody from writing something else: %s', async (table, old, change) => {
    const runner = owner.createQueryRunner();
    await runner.startTransaction();
    try {
      await runner.query(`alter table ${table} disable trigger ${table}_bounds_update`);
      await runner.query(`update ${table} set ${old}`);
      await runner.query(`alter table ${table} enable always trigger ${table}_bounds_update`);
      await runner.query(`update ${table} set ${change}`);
    } finally {
      await runner.rollbackTransaction();
      await runner.release();
    }
  });

  it('of futures keep the leverages that were offered, whatever a gateway writes', async () => {
    const before = async (): Promise<unknown> => {
      const [row] = await owner.query(
        'select leverages, leverages_before as before from futures_product where market_id = 2',
      );
      return row;
    };
    await owner.query(`update futures_product set leverages = '{1,2,5}' where market_id = 2`);
    await owner.query('update futures_product set leverages_before = null where market_id = 2');
    await source.query(`update futures_product set leverages_before = '{1,2,5,500}' where market_id = 2`);
    expect(await before()).toEqual({ leverages: [1, 2, 5], before: null });
    const set = (leverages: number[], before: string) =>
      agreed('perpetual-terms', 2, { after: { leverages } }, (tx) =>
        tx.query(`update futures_product set leverages = $1, leverages_before = ${before} where market_id = 2`, [
          leverages,
        ]),
      );
    await set([1, 3], `'{1,2,5,500}'`);
    expect(await before()).toEqual({ leverages: [1, 3], before: [1, 2, 5] });
    await set([1, 4], 'null');
    expect(await before()).toEqual({ leverages: [1, 4], before: [1, 2, 3, 5] });
  });
});

describe('a time of options', () => {
  const TIME: OptionTimeRow = {
    marketId: null,
    seconds: 90,
    payoutPercent: '81',
    evenPayoutPercent: '300',
    evenBandRatio: evenBandRatio(90),
    moveRatio: moveRatio(90),
    minimum: '10',
    maximum: '5000',
    feePercent: null,
    enabled: true,
  };
  const DETAIL = { ...TIME, name: '*', evenBandPercent: String(Number(TIME.evenBandRatio) * 100) };
  const add = (tx: EntityManager, changes: Partial<OptionTimeRow> = {}) => store.addOption(tx, { ...TIME, ...changes });

  it('is added as two agree on it at once', async () => {
    await expect(source.transaction((tx) => add(tx))).rejects.toMatchObject(REFUSED);
    await agreed('option-time', null, DETAIL, async () => undefined);
    await expect(source.transaction((tx) => add(tx))).rejects.toMatchObject(REFUSED);
    expect(await agreed('option-time', null, DETAIL, (tx) => add(tx))).toBe(true);
  });

  it.each<[Partial<OptionTimeRow>]>([
    [{ marketId: 1 }],
    [{ seconds: 75 }],
    [{ payoutPercent: '100' }],
    [{ evenPayoutPercent: '400' }],
    [{ evenBandRatio: '0.005' }],
    [{ minimum: '1' }],
    [{ maximum: '50000' }],
    [{ feePercent: '0' }],
    [{ enabled: false }],
  ])('is no other one than was agreed on: %j', async (changes) => {
    await expect(agreed('option-time', null, DETAIL, (tx) => add(tx, changes))).rejects.toMatchObject(REFUSED);
  });
});

describe('a trust product', () => {
  const PRODUCT: TrustProductRow = {
    code: 'usdt-5',
    currencyId: USDT,
    termDays: 5,
    minimum: '50',
    maximum: null,
    dailyPercent: '0.1',
    quota: '20000',
    redemptionRule: 'remaining-days',
    redemptionRate: '0.4',
    redemptionRatio: '0.004',
    yieldSource: 'lending',
    enabled: true,
  };
  const DETAIL = { ...PRODUCT, name: PRODUCT.code, currency: 'USDT', source: PRODUCT.yieldSource };
  const add = (tx: EntityManager, changes: Partial<TrustProductRow> = {}) =>
    store.addTrust(tx, { ...PRODUCT, ...changes });

  it('is added as two agree on it at once', async () => {
    await expect(source.transaction((tx) => add(tx))).rejects.toMatchObject(REFUSED);
    await agreed('trust-product', null, DETAIL, async () => undefined);
    await expect(source.transaction((tx) => add(tx))).rejects.toMatchObject(REFUSED);
    expect(await agreed('trust-product', null, DETAIL, (tx) => add(tx))).toBe(true);
  });

  it.each<[Partial<TrustProductRow>]>([
    [{ code: 'usdt-6' }],
    [{ currencyId: BTC }],
    [{ termDays: 1 }],
    [{ minimum: '1' }],
    [{ maximum: '10' }],
    [{ dailyPercent: '1' }],
    [{ quota: null }],
    [{ redemptionRule: 'none' }],
    [{ redemptionRatio: '0.003' }],
    [{ yieldSource: 'house' }],
    [{ enabled: false }],
  ])('is no other one than was agreed on: %j', async (changes) => {
    const other = { code: 'usdt-7-days', ...changes };
    const detail = { ...DETAIL, name: 'usdt-7-days' };
    await expect(agreed('trust-product', null, detail, (tx) => add(tx, other))).rejects.toMatchObject(REFUSED);
  });
});

it('a market that is listed is of spot alone, and as two agree on it', async () => {
  const columns: { names: string }[] = await owner.query(
    `select string_agg(attname, ', ') as names from pg_attribute
      where attrelid = 'market'::regclass and attnum > 0 and not attisdropped and attgenerated = ''
        and attname not in ('id', 'symbol', 'perpetual', 'option')`,
  );
  const names = columns[0]?.names ?? '';
  const list = (perpetual: boolean, option: boolean) =>
    source.query(
      `insert into market (id, symbol, perpetual, option, ${names})
       select nextval('market_listed'), concat('NEW', nextval('market_listed'), '/USDT'), $1, $2, ${names} from market where id = 1`,
      [perpetual, option],
    );
  await expect(list(true, false)).rejects.toMatchObject(REFUSED);
  await expect(list(false, true)).rejects.toMatchObject(REFUSED);
  await expect(list(false, false)).rejects.toMatchObject(REFUSED);
});
