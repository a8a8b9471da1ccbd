import type { DataSource } from 'typeorm';
import { createDataSource } from '../../../database/data-source.js';
import { createTestDatabase, type TestDatabase } from '../../../test/database.js';
import { aUserId, BTC, fund, USDT } from '../../../test/factories/ledger.js';
import { anArticle } from '../../../test/factories/news.js';

/** What the stored commands of trust products do and refuse by themselves, whoever calls them with whatever. */
const DAY_MS = 86_400_000;
const START = Date.UTC(2028, 1, 27, 20, 30);

let database: TestDatabase;
/** Past all guards: what a test puts there and looks at. */
let source: DataSource;
/** As a process with all roles. */
let serving: DataSource;
let user: string;
let keys = 0;

beforeAll(async () => {
  database = await createTestDatabase();
  source = await createDataSource(database.url).initialize();
  serving = await createDataSource(database.servingUrl, 4).initialize();
}, 60_000);

afterAll(async () => {
  await serving.destroy();
  await source.destroy();
  await database.drop();
});

beforeEach(async () => {
  user = await somebody();
});

const on = (days: number) => new Date(START + days * DAY_MS);
const one = async <Row>(sql: string, values: unknown[] = []): Promise<Row> => (await source.query(sql, values))[0];

async function somebody(): Promise<string> {
  const id = await aUserId(source);
  await fund(source, id, '10000');
  await fund(source, id, '10000', { demo: true });
  await fund(source, id, '10', { currencyId: BTC });
  return id;
}

/** A product for so many days at a hundredth a day, that may be broken off. */
async function aProduct(values: { days?: number; currency?: number; quota?: string } = {}): Promise<number> {
  const { days = 3, currency = USDT, quota = null } = values;
  const { id } = await one<{ id: number }>(
    `insert into trust_product (code, currency_id, term_days, minimum, maximum, daily_ratio, quota, redemption_rule,
       redemption_ratio, penalty_capped, yield_source, created_at)
     values ($1, $2, $3, 0.5, 5000, 0.01, $4, 'forfeit-interest', 0, true, 'house', now()) returning id`,
    [`product-${(keys += 1)}`, currency, days, quota],
  );
  return id;
}

/** Its number. */
async function buy(product: number, amount: string, { demo = false, owner = user, at = on(0) } = {}): Promise<string> {
  await serving.query(`select trust_buy($1, 'a', $2, '\\x01', $3, 3600, $4, $5, $6)`, [
    owner,
    `key-${(keys += 1)}`,
    at,
    product,
    demo,
    amount,
  ]);
  return (await one<{ id: string }>('select max(id)::text as id from trust_order where user_id = $1', [owner])).id;
}

const redeem = (order: string, days: number, penalty: string, { owner = user, at = on(0), key = '' } = {}) =>
  serving.query(`select trust_redeem($1, 'b', $2, '\\x01', $3, 3600, $4, $5, $6)`, [
    owner,
    key || `key-${(keys += 1)}`,
    at,
    order,
    days,
    penalty,
  ]);
async function sweep(step: 'accrue' | 'complete', at: Date): Promise<{ orders: number; users: string[] }> {
  const rows = await serving.query(`select orders, users::text[] as users from trust_${step}(100, $1)`, [at]);
  return rows[0];
}

/** Everything that is due until then. */
async function settle(at: Date): Promise<void> {
  while ((await sweep('accrue', at)).orders > 0);
  while ((await sweep('complete', at)).orders > 0);
}
afterEach(() => settle(on(50)));

/** `done`, or the code and the detail of the refusal. */
const outcome = (command: Promise<unknown>): Promise<string> =>
  command.then(
    () => 'done',
    ({ code, detail }: { code: string; detail?: string }) => [code, detail].filter(Boolean).join(' '),
  );

async function money(demo = false, owner = user): Promise<Record<string, string>> {
  const rows: { kind: string; balance: string }[] = await source.query(
    `select kind || case currency_id when 3 then '' else ' ' || currency_id end as kind, trim_scale(balance)::text as balance
       from ledger_account where owner_id = $1 and demo = $2`,
    [owner, demo],
  );
  return Object.fromEntries(rows.map(({ kind, balance }) => [kind, balance]));
}
const inCustody = async (product: number) => {
  const rows: { demo: boolean; amount: string }[] = await source.query(
    'select demo, trim_scale(in_custody)::text as amount from trust_quota where product_id = $1 order by demo',
    [product],
  );
  return rows.map(({ amount }) => amount);
};
const eventsOf = async (owner = user) =>
  (await source.query('select kind, payload from outbox where user_id = $1 order by sequence', [owner])).map(
    ({ kind, payload }: { kind: string; payload: Record<string, unknown> }) =>
      kind === 'trust'
        ? ['trust', payload.orderId, payload.state, payload.demo]
        : [payload.account, payload.currencyId, payload.delta, payload.demo],
  );

describe('a purchase', () => {
  it('keeps to the bounds of its product, and says them', async () => {
    const product = await aProduct();
    expect(await outcome(buy(product, '0.49999999'))).toBe('TR002 0.5');
    expect(await outcome(buy(product, '0.5'))).toBe('done');
    expect(await outcome(buy(product, '5000.00000001'))).toBe('TR003 5000');
    expect(await outcome(buy(product, '5000'))).toBe('done');
    expect(await outcome(buy(999_999, '1'))).toBe('TR001');
    await source.query('update trust_product set enabled = false where id = $1', [product]);
    expect(await outcome(buy(product, '1'))).toBe('TR001');
    expect(await money()).toEqual({ spot: '4999.5', trust_frozen: '5000.5', 'spot 1': '10' });
  });

  it('is not taken at a lower interest than was shown, whose size it says, and is by a version that says none', async () => {
    const product = await aProduct();
    const shown = (ratio: string | null) =>
      serving.query(`select trust_buy($1, 'a', $2, '\\x01', $3, 3600, $4, false, 1, true, $5)`, [
        user,
        `key-${(keys += 1)}`,
        on(0),
        product,
        ratio,
      ]);
    expect(await outcome(shown('0.010000000000000001'))).toBe('TR010 0.01');
    expect(await money()).toMatchObject({ spot: '10000' });
    for (const ratio of ['0.01', '0', null]) expect(await outcome(shown(ratio))).toBe('done');
    expect(await outcome(buy(product, '1'))).toBe('done');
  });

  it('is not taken of a book in cancel-only, and of the other it is', async () => {
    const product = await aProduct();
    await source.query(`update trading_mode set mode = 'cancel-only' where demo`);
    expect([await outcome(buy(product, '1', { demo: true })), await outcome(buy(product, '1'))]).toEqual([
      'LG005 demo',
      'done',
    ]);
    await source.query(`update trading_mode set mode = 'open'`);
  });

  it('waits for a notice that has to be read first', async () => {
    const product = await aProduct();
    const id = await anArticle(source, { required: true });
    expect(await outcome(buy(product, '1'))).toBe(`NW001 ${id}`);
    await source.query('update news_article set live_id = null, withdrawn_at = now() where id = $1', [id]);
    expect(await outcome(buy(product, '1'))).toBe('done');
  });

  it('is not made where the country does not let it, and what is there is broken off', async () => {
    const product = await aProduct();
    const order = await buy(product, '1');
    const rule = (state: string) => source.query(`select country_rule_set('*', 'trust', $1, null, now())`, [state]);
    await rule('not-offered');
    expect(await outcome(buy(product, '1'))).toBe('CR001 trust');
    expect(await outcome(redeem(order, 0, '0'))).toBe('done');
    await rule('allowed');
  });

  it('is not made within a break that its user takes', async () => {
    const product = await aProduct();
    await source.query('insert into own_limit_account (user_id, created_at, break_until) values ($1, $2, $3)', [
      user,
      on(0),
      on(1),
    ]);
    expect(await outcome(buy(product, '1'))).toMatch(/^OL001/);
    expect(await outcome(buy(product, '1', { demo: true }))).toBe('done');
  });

  it('is paid by the trust account of its own user, currency and book alone', async () => {
    const [product, other] = [await aProduct(), await somebody()];
    await fund(source, user, '2', { kind: 'trust', currencyId: BTC });
    await fund(source, user, '3', { kind: 'trust', demo: true });
    await fund(source, other, '4', { kind: 'trust' });
    await buy(product, '100');
    expect(await money()).toEqual({ spot: '9900', trust_frozen: '100', 'spot 1': '10', 'trust 1': '2' });
    await fund(source, user, '30', { kind: 'trust' });
    await buy(product, '100');
    expect(await money()).toEqual({ spot: '9830', trust: '0', trust_frozen: '200', 'spot 1': '10', 'trust 1': '2' });
    expect(await money(false, other)).toMatchObject({ trust: '4' });
  });

  it('counts against the quota of its own product and book', async () => {
    const [product, other] = [await aProduct({ quota: '150' }), await aProduct({ quota: '150' })];
    await buy(other, '100');
    await buy(product, '100');
    await buy(product, '50', { demo: true });
    expect(await outcome(buy(product, '50.00000001'))).toBe('TR004');
    expect(await outcome(buy(product, '50'))).toBe('done');
    expect([await inCustody(product), await inCustody(other)]).toEqual([['150', '50'], ['100']]);
  });
});

describe('a redemption', () => {
  it('is of an order of its user that is in custody, after so many days, at its penalty', async () => {
    const [product, other] = [await aProduct({ quota: '1000' }), await aProduct({ quota: '1000' })];
    const order = await buy(product, '100');
    await buy(other, '100');
    await buy(product, '200', { demo: true });
    await sweep('accrue', on(2));
    const before = await money();
    const refused = async (...given: Parameters<typeof redeem>) => outcome(redeem(...given));
    const at = { at: on(2) };
    expect(await refused('999999', 1, '1', at)).toBe('TR005');
    expect(await refused(order, 1, '1', { ...at, owner: await somebody() })).toBe('TR005');
    expect(await refused(order, 0, '0', at)).toBe('TR007');
    expect(await refused(order, 2, '1', at)).toBe('TR007');
    // A day is over that is not booked.
    expect(await refused(order, 1, '1', { at: on(3) })).toBe('TR011');
    expect(await refused(order, 1, '0.99', at)).toBe('TR008');
    expect(await money()).toEqual(before);
    const key = 'once';
    for (let times = 0; times < 2; times += 1) expect(await refused(order, 1, '1', { ...at, key })).toBe('done');
    expect(await refused(order, 1, '1', at)).toBe('TR006');
    // The principal comes back; the interest of a day was the penalty. One order of each product and book is left.
    expect(await money()).toMatchObject({ spot: '9900', trust_frozen: '101' });
    expect([await inCustody(product), await inCustody(other)]).toEqual([['0', '200'], ['100']]);
    expect(
      await one(
        'select status, version, trim_scale(penalty)::text as penalty, ended_at from trust_order where id = $1',
        [order],
      ),
    ).toEqual({
      status: 'redeemed',
      version: 3,
      penalty: '1',
      ended_at: on(2),
    });
    const last = (await eventsOf()).slice(-3);
    expect(last[0]).toEqual(['trust', order, 'redeemed', false]);
    expect(last).toEqual(
      expect.arrayContaining([
        ['trust_frozen', 3, '-101', false],
        ['spot', 3, '100', false],
      ]),
    );
  });

  it('is none while a day that is over is not booked, whatever a gateway that is behind takes for today', async () => {
    const order = await buy(await aProduct(), '100');
    await sweep('accrue', on(2));
    const answering = (sql: string) =>
      source.query(
        `create or replace function database_now(p_claimed timestamptz) returns timestamptz
           language sql volatile parallel safe as $$ select ${sql} $$`,
      );
    // Of the gateway it is half an hour before midnight, of the database a day after it.
    const before = new Date(Date.UTC(2028, 1, 29, 23, 30));
    await answering(`timestamptz '2028-03-01 00:00:01Z'`);
    try {
      expect(await outcome(redeem(order, 1, '1', { at: before }))).toBe('TR011');
    } finally {
      await answering('p_claimed');
    }
    expect(await outcome(redeem(order, 1, '1', { at: before }))).toBe('done');
  });

  it('is none at the end of the term', async () => {
    const order = await buy(await aProduct({ days: 1 }), '100');
    await sweep('accrue', on(2));
    expect(await outcome(redeem(order, 1, '1', { at: on(2) }))).toBe('TR007');
  });
});

describe('a batch of both books and several currencies', () => {
  it('books each order its day, and tells each user of each account', async () => {
    const [usdt, btc, other] = [await aProduct(), await aProduct({ currency: BTC }), await somebody()];
    const orders = [
      await buy(usdt, '100'),
      await buy(usdt, '200', { demo: true }),
      await buy(btc, '1'),
      await buy(usdt, '300', { owner: other }),
    ];
    const before = [(await eventsOf()).length, (await eventsOf(other)).length];
    const swept = await sweep('accrue', on(2));
    expect(swept.orders).toBe(4);
    expect([...swept.users].sort()).toEqual([user, user, user, other].sort());
    const mine = (await eventsOf()).slice(before[0]);
    expect(mine).toHaveLength(3);
    expect(mine).toEqual(
      expect.arrayContaining([
        ['trust_frozen', 3, '1', false],
        ['trust_frozen', 1, '0.01', false],
        ['trust_frozen', 3, '2', true],
      ]),
    );
    expect((await eventsOf(other)).slice(before[1])).toEqual([['trust_frozen', 3, '3', false]]);
    const rows: { id: string; days: number; income: string }[] = await source.query(
      'select id, accrued_days as days, trim_scale(income)::text as income from trust_order where id = any ($1) order by id',
      [orders],
    );
    expect(rows.map(({ income, days }) => [income, days])).toEqual([
      ['1', 1],
      ['2', 1],
      ['0.01', 1],
      ['3', 1],
    ]);
  });

  it('gives back each order to its user, and frees the quota of its product and book', async () => {
    const [usdt, btc, other] = [
      await aProduct({ days: 1, quota: '1000' }),
      await aProduct({ days: 1, currency: BTC, quota: '10' }),
      await somebody(),
    ];
    const longer = await aProduct({ days: 9, quota: '1000' });
    const orders = [
      await buy(usdt, '100'),
      await buy(usdt, '200', { demo: true }),
      await buy(btc, '1'),
      await buy(usdt, '300', { owner: other }),
    ];
    await buy(longer, '10');
    await buy(usdt, '7', { at: on(1) });
    await sweep('accrue', on(2));
    const before = [(await eventsOf()).length, (await eventsOf(other)).length];
    const swept = await sweep('complete', on(2));
    expect(swept.orders).toBe(4);
    const [ofUsdt, ofDemo, ofBtc] = orders as [string, string, string];
    const mine = (await eventsOf()).slice(before[0]);
    expect(mine.filter(([what]: [string]) => what === 'trust')).toEqual([
      ['trust', ofUsdt, 'completed', false],
      ['trust', ofBtc, 'completed', false],
      ['trust', ofDemo, 'completed', true],
    ]);
    expect(mine).toEqual(
      expect.arrayContaining([
        ['spot', 3, '101', false],
        ['spot', 3, '202', true],
        ['spot', 1, '1.01', false],
      ]),
    );
    expect((await eventsOf(other)).slice(before[1])).toEqual(
      expect.arrayContaining([
        ['trust', orders[3], 'completed', false],
        ['spot', 3, '303', false],
      ]),
    );
    expect([...new Set(swept.users)].sort()).toEqual([user, other].sort());
    expect([await inCustody(usdt), await inCustody(btc), await inCustody(longer)]).toEqual([['7', '0'], ['0'], ['10']]);
    expect(await money()).toMatchObject({ spot: '9984', trust_frozen: '17.1', 'spot 1': '10.01' });
    expect((await money(true)).spot).toBe('10002');
  });
});
