import { jest } from '@jest/globals';
import { Decimal } from '../../contract/decimal.js';
import type { FoundPage, UserRecordPage, UserRecordView } from '../../contract/operations/records.dto.js';
import type {
  FeedStateView,
  MarketProfitsView,
  MarketProfitView,
  ProductStateView,
} from '../../contract/operations/product-state.dto.js';
import { RECORD_STATUSES, USER_RECORD_KINDS, type UserRecordKind } from '../../contract/operations/words.js';
import { ListMarketProfit } from '../../features/operations/product-state/list-market-profit.js';
import { MarketProfitStore } from '../../features/operations/product-state/market-profit.store.js';
import { anOperator, callDesk, type TestOperator } from '../factories/operators.js';
import type { TradingWorld } from '../factories/trading-world.js';
import { aWholeBook } from '../factories/whole-book.js';

/** Whose row it is, by table. */
const OWNED: Readonly<Record<UserRecordKind, { table: string; owner: string }>> = {
  position: { table: 'futures_position', owner: 'user_id' },
  spot: { table: 'spot_order', owner: 'user_id' },
  option: { table: 'option_order', owner: 'user_id' },
  trust: { table: 'trust_order', owner: 'user_id' },
  deposit: { table: 'deposit', owner: 'user_id' },
  withdrawal: { table: 'withdrawal', owner: 'user_id' },
  subscription: { table: 'subscription_order', owner: 'user_id' },
  sale: { table: 'ieo_application', owner: 'user_id' },
  otc: { table: 'otc_order', owner: 'taker_id' },
};
const OF_DEMO: readonly UserRecordKind[] = ['position', 'spot', 'option', 'trust'];

let world: TradingWorld;
let by: TestOperator;

beforeAll(async () => {
  world = await aWholeBook();
  by = await anOperator(world.source, 'support', 'treasurer', 'auditor');
}, 300_000);
afterAll(() => world?.futures.app.close());

async function desk<Answer>(path: string, who = by): Promise<Answer> {
  const reply = await callDesk(world.futures.app.url, path, { by: who });
  expect({ path, type: reply.type, code: reply.code }).toEqual({ path, type: 'ok', code: undefined });
  return reply.message as Answer;
}

const rows = <Row>(sql: string, values: unknown[] = []): Promise<Row[]> => world.source.query(sql, values);

/** All that the desk shows of one kind, page by page. */
async function recordsOf(userId: string, kind: UserRecordKind, more = ''): Promise<UserRecordView[]> {
  const list: UserRecordView[] = [];
  for (let page = 1; ; page += 1) {
    const part = await desk<UserRecordPage>(`users/${userId}/records?kind=${kind}&limit=2&page=${page}${more}`);
    expect(part.limit).toBe(2);
    list.push(...part.list);
    if (list.length >= part.total) return list;
  }
}

describe.each(USER_RECORD_KINDS)('records of the kind %s', (kind) => {
  const { table, owner } = OWNED[kind];

  it('are all that each user has, the newest first, in words that the desk knows', async () => {
    const isOfDemo = OF_DEMO.includes(kind);
    const owners = await rows<{ id: string; demo: boolean; ids: string[] }>(
      `select ${owner}::text as id, ${isOfDemo ? 'demo' : 'false as demo'}, array_agg(id::text order by id desc) as ids
         from ${table} group by 1, 2`,
    );
    expect(owners.length).toBeGreaterThan(0);
    for (const { id, demo, ids } of owners) {
      const list = await recordsOf(id, kind, demo ? '&demo=1' : '');
      expect(list.map((row) => row.id)).toEqual(ids);
      for (const row of list) {
        expect(RECORD_STATUSES).toContain(row.status);
        expect({ id: row.id, isOver: row.endedAt !== null && row.isOpen }).toEqual({ id: row.id, isOver: false });
        expect(row.about).toMatch(/\S/);
      }
      const open = await recordsOf(id, kind, demo ? '&demo=1&state=open' : '&state=open');
      expect(open.map((row) => row.id)).toEqual(list.filter((row) => row.isOpen).map((row) => row.id));
    }
  });
});

it('of a user who does not exist, of another kind or state, are refused', async () => {
  const ask = (path: string) => callDesk(world.futures.app.url, path, { by });
  expect(await ask('users/999999999/records?kind=spot')).toMatchObject({ code: 'operations.not-found' });
  expect(await ask('users/100001/records')).toMatchObject({ code: 'request.invalid' });
  expect(await ask('users/100001/records?kind=wallet')).toMatchObject({ code: 'request.invalid' });
  expect(await ask('users/100001/records?kind=spot&state=done')).toMatchObject({ code: 'request.invalid' });
});

it('an order between two is a purchase of one and a sale of the other', async () => {
  const [order] = await rows<{ id: string; buyer: string; seller: string }>(
    'select id, buyer_id as buyer, seller_id as seller from otc_order order by id limit 1',
  );
  const { id = '', buyer = '', seller = '' } = order ?? {};
  const sideOf = async (user: string) => (await recordsOf(user, 'otc')).find((row) => row.id === id)?.side;
  expect([await sideOf(buyer), await sideOf(seller)]).toEqual(['buy', 'sell']);
});

describe('a liquidation', () => {
  it('is explained by its report, with the prices that decided, and the look is on record', async () => {
    const [step] = await rows<{ userId: string; positionId: string; mark: string; lots: number }>(
      `select user_id as "userId", position_id as "positionId", trim_scale(mark)::text as mark, lots
         from liquidation_report where not demo order by id limit 1`,
    );
    const { userId = '', positionId = '', mark, lots } = step ?? {};
    const position = (await recordsOf(userId, 'position')).find(({ id }) => id === positionId);
    expect(position).toMatchObject({ hasReport: true });
    const steps = await desk<unknown[]>(`users/${userId}/liquidations/${positionId}`);
    expect(steps[0]).toMatchObject({ positionId, mark, lots });
    const lines = await rows(
      `select operator, user_id as "userId", detail from audit_entry where action = 'user.liquidation' order by id desc limit 1`,
    );
    expect(lines).toEqual([{ operator: by.login, userId, detail: { position: positionId } }]);
  });

  it('of somebody else, or one that never was, is not found', async () => {
    const [step] = await rows<{ positionId: string }>(
      'select position_id as "positionId" from liquidation_report order by id limit 1',
    );
    const [other] = await rows<{ id: string; userId: string }>(
      `select id, user_id as "userId" from futures_position f
        where not exists (select from liquidation_report r where r.user_id = f.user_id) limit 1`,
    );
    for (const position of [step?.positionId, other?.id]) {
      const path = `users/${other?.userId}/liquidations/${position}`;
      expect(await callDesk(world.futures.app.url, path, { by })).toMatchObject({ code: 'operations.not-found' });
    }
  });
});

describe('the one search', () => {
  const find = async (text: string) => (await desk<FoundPage>(`find?text=${encodeURIComponent(text)}`)).list;

  it('finds whatever bears a number, each with whose it is', async () => {
    const found = await find('#1');
    for (const { kind, userId } of found) {
      if (kind === 'user') continue;
      const { table, owner } = OWNED[kind];
      expect(await rows(`select ${owner}::text as "userId" from ${table} where id = 1`)).toEqual([{ userId }]);
    }
    expect(found.map(({ kind }) => kind)).toEqual(expect.arrayContaining([...USER_RECORD_KINDS]));
  });

  it('finds a user by number, e-mail address in any spelling, phone and name', async () => {
    const [user] = await rows<{ id: string }>('select id from account_user order by id limit 1');
    const id = user?.id ?? '';
    await world.source.query(
      `update account_user set email = 'ann.lee@gmail.com', email_key = 'annlee@gmail.com', phone = '+8613800138000',
         username = 'AnnLee', username_key = 'annlee' where id = $1`,
      [id],
    );
    for (const text of [id, 'Ann.Lee+desk@gmail.com', '+86 138 0013 8000', '13800138000', 'annlee']) {
      expect(await find(text)).toContainEqual(expect.objectContaining({ kind: 'user', id, userId: id }));
    }
    // Whose data was shown is written down.
    expect(
      (await rows(`select id from audit_entry where action = 'user.find' and user_id = $1`, [id])).length,
    ).toBeGreaterThan(0);
  });

  it('finds a deposit and a withdrawal by their transaction', async () => {
    const [deposit] = await rows<{ id: string; hash: string }>(
      'select id, tx_hash as hash from deposit where tx_hash is not null order by id limit 1',
    );
    expect(await find(`0x${deposit?.hash.toUpperCase()}`)).toMatchObject([{ kind: 'deposit', id: deposit?.id }]);
    const [paid] = await rows<{ id: string; hash: string }>(
      `select id, chain_tx as hash from withdrawal where chain_tx ~ '^(0x)?[0-9a-f]{64}$' order by id limit 1`,
    );
    if (paid) expect(await find(paid.hash)).toMatchObject([{ kind: 'withdrawal', id: paid.id }]);
  });

  it('finds nothing by parts, wildcards or what is none, and writes down that somebody searched, not for whom', async () => {
    const who = await anOperator(world.source, 'support');
    for (const text of ['%', 'ann', 'ann.lee@', '0', "' or 1=1 --"]) {
      expect(await desk(`find?text=${encodeURIComponent(text)}`, who)).toEqual({ list: [] });
    }
    const lines = await rows<{ detail: unknown }>(
      `select detail from audit_entry where operator = $1 and action = 'user.find' order by id`,
      [who.login],
    );
    expect(lines).toHaveLength(5);
    expect(lines[2]).toEqual({ detail: { filter: { search: 'e-mail' }, rows: 0 } });
    expect(JSON.stringify(lines)).not.toContain('ann');
  });

  it('goes by indexes, however many rows there are', async () => {
    const plan = await world.source.transaction(async (tx) => {
      await tx.query('set local enable_seqscan = off');
      return JSON.stringify(
        await tx.query(
          `explain select 1 from deposit x where x.tx_hash = 'a' union all
           select 1 from withdrawal x where x.chain_tx = any (array['a', 'b'])`,
        ),
      );
    });
    expect(plan).toContain('deposit_hash');
    expect(plan).toContain('withdrawal_hash');
    expect(plan).not.toContain('Seq Scan');
  });
});

describe('the state of the product', () => {
  it('has the exposure that the open positions are, and options at their worst', async () => {
    const { exposure } = await desk<ProductStateView>('product-state');
    const held = await rows<{ symbol: string; long: string; short: string }>(
      `select m.symbol, trim_scale(coalesce(sum(f.lots * m.lot_size) filter (where f.side = 1), 0))::text as long,
              trim_scale(coalesce(sum(f.lots * m.lot_size) filter (where f.side = -1), 0))::text as short
         from futures_position f join market m on m.id = f.market_id
        where f.status in (1, 2) and not f.demo group by 1 order by 1`,
    );
    expect(held.length).toBeGreaterThan(0);
    for (const { symbol, long, short } of held) {
      const shown = exposure.find((market) => market.symbol === symbol);
      expect(shown).toMatchObject({ long, short });
      if (shown?.price) expect(shown.net).toBe(new Decimal(long).minus(short).times(shown.price).toFixed());
    }
    const stakes = await rows<{ sum: string | null }>(
      `select trim_scale(sum(stake))::text as sum from option_order where status = 'open' and not demo`,
    );
    const shownStakes = exposure
      .flatMap(({ options }) => options)
      .reduce((sum, { rise, fall, even }) => sum.plus(rise).plus(fall).plus(even), new Decimal(0));
    expect(shownStakes.toFixed()).toBe(stakes[0]?.sum ?? '0');
  });

  it('says what users own as their accounts do, and what the house earned as its own do', async () => {
    const { coverage, profit } = await desk<ProductStateView>('product-state');
    const owed = await rows<{ coin: string; owed: string; own: string; insurance: string }>(
      `select c.code as coin,
              trim_scale(coalesce(sum(a.balance) filter (where a.owner_key <> 0 or a.kind = 'escrow'), 0))::text as owed,
              trim_scale(coalesce(sum(a.balance) filter (where a.kind in
                ('house_pnl', 'fee', 'penalty', 'interest_expense', 'rebate_expense', 'adjustment')), 0))::text as own,
              trim_scale(coalesce(sum(a.balance) filter (where a.kind = 'insurance'), 0))::text as insurance
         from ledger_account a join currency c on c.id = a.currency_id where not a.demo group by 1`,
    );
    for (const { coin, owed: sum, own, insurance } of owed) {
      expect(coverage.find((line) => line.coin === coin)?.owed ?? '0').toBe(sum);
      expect(profit.find((line) => line.coin === coin)?.total ?? '0').toBe(own);
      expect(profit.find((line) => line.coin === coin)?.insurance ?? '0').toBe(insurance);
    }
  });

  it('says which prices come and how old they are, to everybody at the desk', async () => {
    const reviewer = await anOperator(world.source, 'reviewer');
    world.futures.refresh();
    const state = await desk<FeedStateView>('feed-state', reviewer);
    expect(state.live).toBeGreaterThan(0);
    expect(state.live + state.others.length).toBeLessThanOrEqual(state.total);
    expect(state.others.every(({ status }) => status !== 'live')).toBe(true);
    const refused = await callDesk(world.futures.app.url, 'product-state', { by: reviewer });
    expect(refused).toMatchObject({ type: 'error', code: 'access.forbidden' });
  });
});

describe('profit by market', () => {
  const DAY_MS = 86_400_000;
  const day = (at: number) => new Date(at).toISOString().slice(0, 10);
  const now = () => world.futures.clock.now();
  /** All days of the book. */
  const whole = () => `from=${day(now() - 20 * DAY_MS)}&to=${day(now() + DAY_MS)}`;
  const profit = async (query: string) => (await desk<MarketProfitsView>(`market-profit?${query}`)).list;
  const FIELDS = ['trading', 'fees', 'funding', 'total', 'insurance'] as const;
  const sum = (list: readonly MarketProfitView[], field: (typeof FIELDS)[number]) =>
    list.reduce((total, row) => total.plus(row[field]), new Decimal(0)).toFixed();

  it.each([false, true])(
    'is over all markets what the accounts of the house were moved by, demo money: %s',
    async (demo) => {
      const list = await profit(`${whole()}&demo=${demo ? 1 : 0}`);
      const moved = await rows<{ coin: string; total: string; insurance: string }>(
        `select c.code as coin,
              trim_scale(coalesce(sum(p.amount) filter (where a.kind in ('house_pnl', 'fee')), 0))::text as total,
              trim_scale(coalesce(sum(p.amount) filter (where a.kind = 'insurance'), 0))::text as insurance
         from ledger_posting p join ledger_account a on a.id = p.account_id
         join ledger_journal j on j.id = p.journal_id join currency c on c.id = p.currency_id
        where a.owner_key = 0 and a.kind in ('house_pnl', 'fee', 'insurance') and a.demo = $1
          and (j.reason like 'options.%' or j.reason like 'spot.%' or j.reason like 'futures.%')
        group by 1 order by 1`,
        [demo],
      );
      expect(moved.length).toBeGreaterThan(0);
      expect(new Set(list.map(({ coin }) => coin))).toEqual(new Set(moved.map(({ coin }) => coin)));
      for (const { coin, total, insurance } of moved) {
        const of = list.filter((row) => row.coin === coin);
        expect([coin, sum(of, 'total'), sum(of, 'insurance')]).toEqual([coin, total, insurance]);
      }
      // Each journal is about a row of a market.
      expect(list.filter(({ marketId, symbol }) => marketId === null || symbol === null)).toEqual([]);
      for (const row of list) {
        expect(new Decimal(row.trading).plus(row.fees).plus(row.funding).toFixed()).toBe(row.total);
      }
    },
  );

  it('is what the orders and positions of each market say', async () => {
    const list = await profit(whole());
    const options = await rows<{ marketId: number; trading: string; fees: string }>(
      `select market_id as "marketId", trim_scale(-sum(profit))::text as trading,
              trim_scale(sum(case when result in ('win', 'loss') then fee else 0 end))::text as fees
         from option_order where not demo and settled_at is not null group by 1
        having sum(profit) <> 0 or sum(fee) <> 0 order by 1`,
    );
    const funding = await rows<{ marketId: number; funding: string }>(
      `select market_id as "marketId", trim_scale(-sum(funding))::text as funding from futures_position
        where not demo group by 1 having sum(funding) <> 0 order by 1`,
    );
    const spot = await rows<{ marketId: number; fees: string }>(
      `select o.market_id as "marketId", trim_scale(sum(x.fee))::text as fees from spot_fill x
         join spot_order o on o.id = x.order_id where not o.demo group by 1 having sum(x.fee) > 0 order by 1`,
    );
    for (const known of [options, funding, spot]) expect(known.length).toBeGreaterThan(0);
    const of = (product: string, { marketId }: { marketId: number }) =>
      list.filter((row) => row.product === product && row.marketId === marketId);
    for (const row of options) {
      const shown = of('options', row);
      expect([sum(shown, 'trading'), sum(shown, 'fees')]).toEqual([row.trading, row.fees]);
    }
    for (const row of funding) expect(sum(of('perpetual', row), 'funding')).toBe(row.funding);
    for (const row of spot) expect(sum(of('spot', row), 'fees')).toBe(row.fees);
  });

  it.each([1, 3, 1000])('is the same read in slices of %i postings, none of which is longer', async (slice) => {
    const asOne = await profit(`${whole()}&by=day`);
    const request = { from: day(now() - 20 * DAY_MS), to: day(now() + DAY_MS), by: 'day' } as const;
    const read = jest.spyOn(world.futures.get(MarketProfitStore), 'lines');
    try {
      expect((await world.futures.get(ListMarketProfit).execute(request, slice)).list).toEqual(asOne);
      const lengths = read.mock.calls.map(([{ first, below }]) => below - first);
      expect(lengths.length).toBeGreaterThan(0);
      expect(lengths.filter((length) => length < 1 || length > slice)).toEqual([]);
    } finally {
      read.mockRestore();
    }
  });

  it('is of whole days of UTC, and the days together are the time', async () => {
    const together = await profit(whole());
    const apart = await profit(`${whole()}&by=day`);
    expect(together.every((row) => row.day === null)).toBe(true);
    const days = [...new Set(apart.map((row) => row.day ?? ''))];
    expect(days.length).toBeGreaterThan(1);
    expect(days).toEqual([...days].sort().reverse());
    for (const row of together) {
      const same = apart.filter((one) =>
        (['marketId', 'product', 'coin'] as const).every((field) => one[field] === row[field]),
      );
      for (const field of FIELDS) expect(sum(same, field)).toBe(row[field]);
    }
    // Each day asked for by itself is the same day, however near to its edges a journal is.
    for (const date of days) {
      expect(await profit(`from=${date}&to=${date}&by=day`)).toEqual(apart.filter((row) => row.day === date));
    }
    expect(await profit('from=2020-01-01&to=2020-01-02')).toEqual([]);
  });

  it('is of a year at most, of 31 days each by itself, and for whoever may see the house', async () => {
    const ask = (query: string, who = by) => callDesk(world.futures.app.url, `market-profit?${query}`, { by: who });
    expect(await ask('from=2026-01-01&to=2026-01-31&by=day')).toMatchObject({ type: 'ok' });
    expect(await ask('from=2026-01-01&to=2026-02-01&by=day')).toMatchObject({ code: 'exports.range' });
    expect(await ask('from=2026-01-01&to=2027-01-01')).toMatchObject({ type: 'ok' });
    expect(await ask('from=2026-01-01&to=2027-01-02')).toMatchObject({ code: 'exports.range' });
    expect(await ask('from=2026-01-02&to=2026-01-01')).toMatchObject({ code: 'exports.range' });
    expect(await ask('from=yesterday&to=2026-01-01')).toMatchObject({ code: 'request.invalid' });
    const support = await anOperator(world.source, 'support');
    expect(await ask('from=2026-01-01&to=2026-01-31', support)).toMatchObject({ code: 'access.forbidden' });
  });
});
