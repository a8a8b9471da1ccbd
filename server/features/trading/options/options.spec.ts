import { violationsOf } from '../../../test/factories/books.js';
import { inTurn } from '../../../test/factories/held-back.js';
import { CheckBooks } from '../../wallet/ledger/index.js';
import { MarketCatalog } from '../../markets/market-board/index.js';
import { OptionWorld, type Wish } from '../../../test/factories/option-world.js';
import { OptionProducts } from './option-products.js';
import { type OptionQuote, OptionQuotes } from './option-quotes.js';
import { PreviewOption } from './preview-option.js';
import { sessionOfKey } from '../../../platform/http/keys/key-access.js';
import { GetReceipt } from './get-receipt.js';
import { settle } from '../../../contract/rules/option-settlement.rules.js';
import { A_WISH } from '../../../test/factories/option-world.js';

let world: OptionWorld;

beforeAll(async () => {
  world = await OptionWorld.open();
}, 60_000);

afterAll(async () => {
  const checked = await world
    .get(CheckBooks)
    .execute()
    .finally(() => world.app.close());
  expect(checked.filter(({ rows }) => rows.length > 0)).toEqual([]);
  expect(checked.map(({ name }) => name)).toEqual(expect.arrayContaining(['O01', 'O02', 'O03', 'O04', 'O06', 'O07']));
});

afterEach(() => {
  jest.restoreAllMocks();
});

beforeEach(async () => {
  world.clock.set(Math.ceil(world.clock.now() / 1000) * 1000 + 120_000);
  await world.price('50000');
  // What earlier tests have left open.
  await world.settle();
});

const preview = (userId: string, wish: Wish = {}) => world.get(PreviewOption).execute({ ...A_WISH, userId, ...wish });

describe('a purchase', () => {
  it('takes stake and fee into the hold of the order, at the index of the second', async () => {
    const user = await world.user();
    const order = await world.buy(user);
    expect(order).toMatchObject({
      type: 1,
      number: '100.00000000',
      open_price: '50000.00000000',
      fee: '1.00000000',
      profit_ratio: '80.00',
      status: 1,
      remain_milli_seconds: 60_000,
      window_seconds: 5,
      price_decimals: 3,
      account_type: 'simulation_account',
      type_name: 'Rise',
      fact_profits: '0.00000000',
    });
    expect(order.id).toMatch(/^\d+$/);
    expect(await world.balances(user)).toEqual({ option: '899', option_frozen: '101' });
    const events = await world.events(user);
    expect(events.map(({ kind }) => kind)).toEqual(['option.opened', 'balance', 'balance']);
    expect(events[0]?.payload).toMatchObject({ orderId: order.id, entryPrice: '50000', closesAt: order.closes_at_ms });
    expect(events[1]?.payload).toMatchObject({
      entity: 'demo-balance:option:3',
      delta: '-101',
      after: '899',
      demo: true,
    });
    expect(events[2]?.payload).toMatchObject({ account: 'option_frozen', delta: '101', after: '101' });
  });

  it('runs whole seconds, and never less than was bought', async () => {
    world.clock.advance(400);
    const order = await world.buy(await world.user());
    expect(order.closes_at_ms % 1000).toBe(0);
    expect(order.closes_at_ms - world.clock.now()).toBe(60_600);
  });

  it.each<[string, Wish, string]>([
    ['a time that is not offered', { seconds: 61 }, 'options.term-unknown'],
    ['a currency that is not taken', { currencyId: 1 }, 'options.currency-unavailable'],
    ['less than the least', { stake: '9.99' }, 'options.below-minimum'],
    ['more than the most', { stake: '5000.01' }, 'options.above-maximum'],
    ['more than there is', { stake: '1000' }, 'options.insufficient-balance'],
    ['nothing', { stake: '0' }, 'request.invalid'],
    ['less than nothing', { stake: '-5' }, 'request.invalid'],
    ['no number', { stake: '1e2' }, 'request.invalid'],
    ['too many decimals', { stake: '10.123456789' }, 'ledger.too-many-decimals'],
    ['an unknown market', { marketId: 9999 }, 'markets.unknown-symbol'],
    ['a market without options', { marketId: 3 }, 'market.not-offered'],
    ['a market without a price', { marketId: 2 }, 'market.stale'],
    ['a quote that nobody made', { quoteId: 'abc.def' }, 'options.quote-expired'],
  ])('is refused for %s, and nothing is left of it', async (_name, wish, code) => {
    const user = await world.user();
    await expect(world.buy(user, wish)).rejects.toMatchObject({ code });
    expect(await world.balances(user)).toEqual({ option: '1000' });
    expect(await world.events(user)).toEqual([]);
  });

  it('is refused on an index that is older than 3 s, or degraded', async () => {
    const user = await world.user();
    world.clock.advance(3001);
    await expect(world.buy(user)).rejects.toMatchObject({ code: 'market.stale' });
    await world.price('50000', { state: 'degraded', live: 2 });
    await expect(world.buy(user)).rejects.toMatchObject({ code: 'market.degraded' });
  });

  it('with real money needs a verified identity, and demo money does not', async () => {
    const user = await world.user('1000', { demo: false });
    await expect(world.buy(user, { demo: false })).rejects.toMatchObject({ code: 'verification.required' });
    await world.verify(user);
    await expect(world.buy(user, { demo: false })).resolves.toMatchObject({ account_type: 'real_account' });
    await expect(world.buy(user)).rejects.toMatchObject({ code: 'options.insufficient-balance' });
  });

  it('happens once for one key, also when its reply was lost and the price is gone', async () => {
    const user = await world.user();
    const { quoteId } = await preview(user);
    const wish = { quoteId, key: 'one-purchase' };
    const [first, second] = await Promise.all([world.buy(user, wish), world.buy(user, wish)]);
    expect(second).toEqual(first);
    world.clock.advance(60_000);
    expect(await world.buy(user, wish)).toEqual(first);
    expect(await world.balances(user)).toEqual({ option: '899', option_frozen: '101' });
    await expect(world.buy(user, { ...wish, stake: '11' })).rejects.toMatchObject({ code: 'market.stale' });
  });

  it.each([
    [
      'a price of another kind',
      `jsonb_set(reply::jsonb, '{contract,entry}', '50000')`,
      'contract.entry (invalid_type)',
    ],
    ['an order that has ended', `jsonb_set(reply::jsonb, '{status}', '"settled"')`, 'status (invalid_value)'],
    ['an amount that is none', `jsonb_set(reply::jsonb, '{stake}', '"1e3"')`, 'stake (custom)'],
  ])('is answered to no repetition where what is stored of it has %s', async (_what, reply, fault) => {
    const user = await world.user();
    const wish = { key: 'stored-purchase' };
    await world.buy(user, wish);
    await world.source.query(`update idempotent_command set reply = (${reply})::text where user_id = $1`, [user]);
    const says = `idempotent_command.reply is not what it has to be: ${fault}`;
    await expect(world.buy(user, wish)).rejects.toThrow(says);
    // Neither where it would be refused today.
    world.clock.advance(60_000);
    await expect(world.buy(user, wish)).rejects.toThrow(says);
    expect(await world.balances(user)).toEqual({ option: '899', option_frozen: '101' });
  });

  it('pressed twice without a key is one', async () => {
    const user = await world.user();
    const orders = await Promise.all(Array.from({ length: 4 }, () => world.buy(user)));
    expect(new Set(orders.map(({ id }) => id)).size).toBe(1);
  });

  it('never passes the balance, nor the holding maximum, however many come at once', async () => {
    await world.source.query(`update option_currency set holding_maximum = 250 where currency_id = 3`);
    await world.get(OptionProducts).reload();
    const rich = await world.user('100000');
    const bought = await Promise.allSettled(
      Array.from({ length: 6 }, (_, place) => world.buy(rich, { key: `holding-${place}` })),
    );
    expect(bought.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
    for (const one of bought) {
      if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: 'options.holding-maximum' });
    }
    await world.source.query(`update option_currency set holding_maximum = 100000 where currency_id = 3`);
    await world.get(OptionProducts).reload();
    const poor = await world.user('250');
    const tried = await Promise.allSettled(
      Array.from({ length: 6 }, (_, place) => world.buy(poor, { key: `balance-${place}` })),
    );
    expect(tried.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
    expect(await world.balances(poor)).toEqual({ option: '48', option_frozen: '202' });
  });

  it.each([
    ['202.00000001', 'done'],
    ['202', 'done'],
    ['201.99999999', 'options.holding-maximum'],
  ])('beside another, each with stake and fee of 101, is by a holding maximum of %s: %s', async (most, outcome) => {
    const set = async (maximum: string) => {
      await world.source.query(`update option_currency set holding_maximum = $1 where currency_id = 3`, [maximum]);
      await world.get(OptionProducts).reload();
    };
    await set(most);
    const user = await world.user();
    try {
      const tries = ['one', 'other'].map((key) => () => world.buy(user, { key: `${key}-at-${most}` }));
      expect(await inTurn(tries)).toEqual(['done', outcome]);
    } finally {
      await set('100000');
    }
  });

  it('that fails half-way leaves nothing', async () => {
    const user = await world.user();
    await world.source.query(`
      create function test_fail() returns trigger language plpgsql as $$ begin raise exception 'half-way'; end $$;
      create trigger test_fail before insert on option_order for each row execute function test_fail()`);
    await expect(world.buy(user, { key: 'half-way-1' })).rejects.toThrow('half-way');
    await world.source.query('drop function test_fail cascade');
    expect(await world.balances(user)).toEqual({ option: '1000' });
    expect(await world.events(user)).toEqual([]);
    await expect(world.buy(user, { key: 'half-way-1' })).resolves.toMatchObject({ status: 1 });
  });

  it('is not taken where the window would come within five minutes of a closed session', async () => {
    const catalog = world.get(MarketCatalog);
    const calendar = catalog.calendar(world.market().calendar);
    const user = await world.user();
    const closes = world.clock.now() + 60_000;
    const holiday = (from: number, to: number) =>
      `${new Date(from).toISOString().slice(0, 16)}/${new Date(to).toISOString().slice(0, 16)}`;
    const minute = 60_000;
    const spy = (holidays: string[]) =>
      jest
        .spyOn(catalog, 'calendar')
        .mockReturnValue({ ...(calendar as never as object), timeZone: 'UTC', holidays } as never);
    spy([holiday(closes + 4 * minute, closes + 30 * minute)]);
    await expect(world.buy(user)).rejects.toMatchObject({ code: 'options.session-near' });
    spy([holiday(closes + 7 * minute, closes + 30 * minute)]);
    await expect(world.buy(user)).resolves.toMatchObject({ status: 1 });
  });
});

describe('a quote', () => {
  it('says what the order would be, and the order is that', async () => {
    const user = await world.user();
    const quote = await preview(user);
    expect(quote).toMatchObject({
      entryPrice: '50000',
      fee: '1',
      cost: '101',
      winnings: '80',
      payoutRatio: '0.8',
      breakEvenRate: '0.5612',
      balance: '1000',
      balanceAfter: '899',
      windowSeconds: 5,
      evenFrom: null,
    });
    expect(quote.expiresAt - quote.at).toBe(3000);
    world.clock.advance(1000);
    await world.price('50004');
    const order = await world.buy(user, { quoteId: quote.quoteId });
    expect(order).toMatchObject({ open_price: '50000.00000000', closes_at_ms: quote.closesAt });
  });

  it.each([
    ['up', '50005.01'],
    ['down', '49994.99'],
  ])('is refused when the price has moved %s, never re-priced', async (_way, price) => {
    const user = await world.user();
    const { quoteId } = await preview(user);
    world.clock.advance(1000);
    await world.price(price);
    await expect(world.buy(user, { quoteId })).rejects.toMatchObject({ code: 'options.price-moved' });
    expect(await world.balances(user)).toEqual({ option: '1000' });
  });

  it('ends after three seconds, and is good for nobody and nothing else', async () => {
    const user = await world.user();
    const { quoteId } = await preview(user);
    const expired = { code: 'options.quote-expired' };
    await expect(world.buy(await world.user(), { quoteId })).rejects.toMatchObject(expired);
    await expect(world.buy(user, { quoteId, direction: 'fall' })).rejects.toMatchObject(expired);
    await expect(world.buy(user, { quoteId, seconds: 120 })).rejects.toMatchObject(expired);
    await expect(world.buy(user, { quoteId: `${quoteId}x` })).rejects.toMatchObject(expired);
    world.clock.advance(3001);
    await world.price('50000');
    await expect(world.buy(user, { quoteId })).rejects.toMatchObject(expired);
  });
});

describe('a quote that was forged by somebody who has the key', () => {
  const expired = 'options.quote-expired';

  it.each<[string, Partial<OptionQuote> & Record<string, unknown>, string]>([
    ['another user', { userId: '1' }, expired],
    ['another market', { marketId: 2 }, expired],
    ['real money', { demo: false }, expired],
    ['another direction', { direction: 'fall' }, expired],
    ['another term', { seconds: 120 }, expired],
    ['a higher payout', { payoutRatio: '0.9' }, expired],
    ['a lower fee', { feeRatio: '0' }, expired],
    ['a band', { evenBand: '5' }, expired],
    ['a better entry, within what a price may move', { entryIndex: '49997.5' }, expired],
    ['an entry in steps that no price has', { entryIndex: '50000.0000000001' }, expired],
    ['an entry that is no number', { entryIndex: 'NaN' }, expired],
    ['an entry of a second to come', { entryAt: Date.UTC(2100, 0) }, expired],
    ['an entry of long ago', { entryAt: Date.UTC(2020, 0) }, expired],
    ['an entry of no second', { entryAt: 'yesterday' as never }, expired],
    ['an instant to come', { quotedAt: Date.UTC(2100, 0) }, expired],
    ['an instant of long ago', { quotedAt: Date.UTC(2020, 0) }, expired],
    ['no instant', { quotedAt: null as never }, expired],
  ])('is refused for %s, and nothing is left of it', async (_name, lie, code) => {
    const user = await world.user();
    await world.verify(user);
    const quotes = world.get(OptionQuotes);
    const { quoteId } = await preview(user);
    const forged = quotes.sign({ ...(quotes.read(quoteId) as OptionQuote), ...lie });
    await expect(world.buy(user, { quoteId: forged })).rejects.toMatchObject({ code });
    expect(await world.balances(user)).toEqual({ option: '1000' });
  });

  it('closes when the term is over, whatever it says of its close and expiry', async () => {
    const user = await world.user();
    const quotes = world.get(OptionQuotes);
    const { quoteId, closesAt } = await preview(user);
    const soon = { closesAt: world.clock.now() + 11_000, expiresAt: Date.UTC(2100, 0), windowSeconds: 1 };
    const forged = quotes.sign({ ...(quotes.read(quoteId) as OptionQuote), ...soon });
    const order = await world.buy(user, { quoteId: forged });
    expect(order).toMatchObject({ closes_at_ms: closesAt, window_seconds: 5 });
    expect(closesAt - world.clock.now()).toBe(60_000);
  });

  it('has no entry of a second that the tape never got', async () => {
    const user = await world.user();
    world.clock.advance(1000);
    await world.price('50001', { untaped: true });
    await expect(world.buy(user)).rejects.toMatchObject({ code: 'market.stale' });
    world.clock.advance(1000);
    await world.price('50001');
    const quotes = world.get(OptionQuotes);
    const quote = quotes.read((await preview(user)).quoteId) as OptionQuote;
    const missing = quotes.sign({ ...quote, entryAt: quote.entryAt - 1000 });
    await expect(world.buy(user, { quoteId: missing })).rejects.toMatchObject({ code: expired });
    expect(await world.balances(user)).toEqual({ option: '1000' });
  });
});

it('terms that were changed since this process read them are refused once, and read', async () => {
  const user = await world.user();
  await world.source.query(`update option_term set payout_ratio = 0.7 where seconds = 60`);
  try {
    await expect(world.buy(user)).rejects.toMatchObject({ code: 'options.quote-expired' });
    await expect(world.buy(user)).resolves.toMatchObject({ profit_ratio: '70.00' });
  } finally {
    await world.source.query(`update option_term set payout_ratio = 0.8 where seconds = 60`);
    await world.get(OptionProducts).reload();
  }
});

describe('a currency that was changed since this process read it', () => {
  const changed = (change: string) => world.source.query(`update option_currency set ${change} where currency_id = 3`);
  afterEach(async () => {
    await changed('enabled = true, holding_maximum = 100000');
    await world.get(OptionProducts).reload();
  });

  it('holds no more than may be held now, and says how much', async () => {
    const user = await world.user();
    await changed('holding_maximum = 100');
    const most = { code: 'options.holding-maximum', parameters: { maximum: '100' } };
    await expect(world.buy(user)).rejects.toMatchObject(most);
    await changed('holding_maximum = 101');
    expect(await world.buy(user)).toMatchObject({ fee: '1.00000000' });
  });

  it('that is taken no more buys nothing: refused once, and read', async () => {
    const user = await world.user();
    await changed('enabled = false');
    await expect(world.buy(user)).rejects.toMatchObject({ code: 'options.quote-expired' });
    await expect(world.buy(user)).rejects.toMatchObject({ code: 'options.currency-unavailable' });
  });
});

describe('a settlement', () => {
  it.each([
    ['rise', '50010', 'win', '1079', '80'],
    ['rise', '49990', 'loss', '899', '-100'],
    ['rise', '50000', 'tie', '1000', '0'],
    ['fall', '49990', 'win', '1079', '80'],
    ['fall', '50010', 'loss', '899', '-100'],
    ['fall', '50000', 'tie', '1000', '0'],
    ['even', '50000', 'win', '1299', '300'],
    ['even', '50005', 'win', '1299', '300'],
    ['even', '50005.001', 'loss', '899', '-100'],
  ] as const)('of %s at %s is a %s', async (direction, price, result, balance, profit) => {
    const user = await world.user();
    const { id } = await world.buy(user, { direction });
    await world.seconds(59, () => price);
    expect(await world.settle()).toEqual({ settled: 0, waiting: 0 });
    await world.seconds(1, () => price);
    expect(await world.settle()).toMatchObject({ settled: 1 });
    expect(await world.order(id)).toEqual({ status: 'settled', result, profit });
    expect(await world.balances(user)).toEqual({ option: balance, option_frozen: '0' });
    const events = (await world.events(user)).slice(3);
    expect(events[0]).toMatchObject({
      kind: 'option.settled',
      payload: { entityVersion: 2, orderId: id, result, profit },
    });
    expect(events.slice(1).every(({ kind }) => kind === 'balance')).toBe(true);
    const left = events.findLast(({ payload }) => payload.account === 'option')?.payload.after ?? '899';
    expect(left).toBe(balance);
  });

  it('cuts a fifth at each end and rounds half to even, one decimal below the tick', async () => {
    const user = await world.user();
    const { id } = await world.buy(user);
    const last = ['50000.001', '50000.002', '50000.0025', '99999', '1'];
    await world.seconds(55, () => '50000');
    await world.seconds(5, (place) => last[place] ?? null);
    await world.settle();
    const receipt = await world.get(GetReceipt).execute({ userId: user, sessionId: '1' }, id, 'en');
    // A key is not shown what its owner logs in with.
    const byKey = await world.get(GetReceipt).execute({ userId: user, sessionId: sessionOfKey('7') }, id, 'en');
    expect([receipt.order.account === user, byKey.order.account]).toEqual([false, user]);
    // 50000.0055 / 3 = 50000.001833…
    expect(receipt).toMatchObject({ result: 'win', price: '50000.002' });
    expect(receipt.samples).toHaveLength(5);
    expect(settle(receipt.samples, receipt.contract)).toEqual({ result: 'win', price: '50000.002', reason: null });
    expect(receipt.entrySample?.index).toBe('50000');
  });

  it('waits for the tape to be written, and no longer', async () => {
    const user = await world.user();
    const { id } = await world.buy(user);
    await world.seconds(58, () => '50010');
    world.clock.advance(2000);
    expect(await world.settle()).toEqual({ settled: 0, waiting: 1 });
    world.clock.advance(1000);
    await world.price('50010');
    // Seconds 59 and 60 never came: three of five.
    expect(await world.settle()).toMatchObject({ settled: 1, waiting: 0 });
    expect(await world.order(id)).toEqual({ status: 'voided', result: 'void', profit: '0' });
    expect(await world.balances(user)).toEqual({ option: '1000', option_frozen: '0' });
    expect((await world.events(user))[3]).toMatchObject({
      kind: 'option.voided',
      payload: { reason: 'samples-missing', paid: '101', price: null },
    });
  });

  it('of a tape that has stopped is void after 40 seconds', async () => {
    const user = await world.user();
    await world.buy(user);
    world.clock.advance(99_999);
    expect(await world.settle()).toEqual({ settled: 0, waiting: 1 });
    world.clock.advance(1);
    expect(await world.settle()).toMatchObject({ settled: 1 });
    expect(await world.balances(user)).toEqual({ option: '1000', option_frozen: '0' });
  });

  it.each([
    ['too few constituents', { live: 0 }, 'constituents'],
    ['an index that was too old', { state: 'stale' as const }, 'stale'],
    ['a price in it that was too old', { ageMs: 3001 }, 'stale'],
  ])('of a window with %s in one sample is void', async (_name, flaws, reason) => {
    const user = await world.user();
    const { id } = await world.buy(user);
    await world.seconds(57, () => '50010');
    world.clock.advance(1000);
    await world.price('50010', flaws);
    await world.seconds(2, () => '50010');
    await world.settle();
    expect(await world.order(id)).toMatchObject({ status: 'voided' });
    expect(await world.get(GetReceipt).execute({ userId: user, sessionId: '1' }, id, 'en')).toMatchObject({
      reason,
      price: null,
    });
  });

  it('is done once, however often and by however many', async () => {
    const users = await Promise.all(Array.from({ length: 20 }, () => world.user()));
    await Promise.all(users.map((user, place) => world.buy(user, { direction: place % 2 ? 'rise' : 'fall' })));
    await world.seconds(60, () => '50010');
    const runs = await Promise.all(Array.from({ length: 8 }, () => world.settle()));
    await world.settle();
    expect(runs.reduce((sum, { settled }) => sum + settled, 0)).toBe(20);
    for (const [place, user] of users.entries()) {
      expect(await world.balances(user)).toEqual({ option: place % 2 ? '1079' : '899', option_frozen: '0' });
    }
  });

  it('of one that cannot be settled holds up nobody, and its money stays frozen', async () => {
    const users = await Promise.all(Array.from({ length: 7 }, () => world.user()));
    const orders = await Promise.all(users.map((user) => world.buy(user)));
    const poison = orders[3]?.id ?? '';
    await world.source.query(`
      create function test_poison() returns trigger language plpgsql as $$
      begin
        if new.id = ${poison} then raise exception 'poison'; end if;
        return new;
      end $$;
      create trigger test_poison before update on option_order for each row execute function test_poison()`);
    await world.seconds(60, () => '50010');
    expect(await world.settle()).toMatchObject({ settled: 6 });
    expect(await world.balances(users[3] ?? '')).toEqual({ option: '899', option_frozen: '101' });
    await world.source.query('drop function test_poison cascade');
    world.clock.advance(31_000);
    expect(await world.settle()).toMatchObject({ settled: 1 });
    expect(await world.balances(users[3] ?? '')).toEqual({ option: '1079', option_frozen: '0' });
  });
});

describe('an order', () => {
  it('can be touched by nobody', async () => {
    const { id } = await world.buy(await world.user());
    const sql = (statement: string) => world.source.query(statement);
    for (const change of ['entry_price = 1', 'payout_ratio = 2', 'closes_at = now()', 'stake = 1', 'user_id = 1']) {
      await expect(sql(`update option_order set ${change} where id = ${id}`)).rejects.toThrow('written once');
    }
    await expect(sql(`delete from option_order where id = ${id}`)).rejects.toThrow('written once');
    await expect(sql('truncate option_order cascade')).rejects.toThrow('written once');
    await world.seconds(60, () => '50010');
    await world.settle();
    await expect(sql(`update option_order set result = 'loss' where id = ${id}`)).rejects.toThrow('written once');
    await expect(sql(`update option_order set status = 'open' where id = ${id}`)).rejects.toThrow('written once');
    await expect(sql('update option_settlement set price = 1')).rejects.toThrow('written once');
    await expect(sql('delete from option_entry')).rejects.toThrow('written once');
  });

  it('can be read by its owner only', async () => {
    const owner = await world.user();
    const { id } = await world.buy(owner);
    await expect(
      world.get(GetReceipt).execute({ userId: await world.user(), sessionId: '1' }, id, 'en'),
    ).rejects.toMatchObject({
      code: 'options.not-found',
    });
    const open = await world.get(GetReceipt).execute({ userId: owner, sessionId: '1' }, id, 'en');
    expect(open).toMatchObject({ result: null, samples: [], entryIndex: '50000' });
  });
});

describe('a settlement', () => {
  it('that was recorded before its second is found by when the database says it was', async () => {
    const user = await world.user();
    await world.buy(user);
    await world.seconds(60, () => '50010');
    await world.settle();
    const runner = world.source.createQueryRunner();
    await runner.startTransaction();
    try {
      expect(await violationsOf(runner.manager, 'O04')).toEqual([]);
      await runner.query('alter table option_settlement disable trigger user');
      const [settled] = await runner.query(
        `update option_settlement set recorded_at = closes_at - interval '10 minutes'
          where id = (select settlement_id from option_order where user_id = $1) returning id`,
        [user],
      );
      expect(await violationsOf(runner.manager, 'O04')).toEqual([
        expect.objectContaining({ what: 'decided', id: settled[0].id }),
      ]);
    } finally {
      await runner.rollbackTransaction();
      await runner.release();
    }
  });
});
