import type { DataSource } from 'typeorm';
import { Config } from '../../../platform/config/config.js';
import { Transactions } from '../../../platform/database/transactions.store.js';
import { IdempotencyStore } from '../../../platform/idempotency/idempotency.store.js';
import { IdempotentCommands } from '../../../platform/idempotency/idempotent-commands.js';
import { Metrics } from '../../../platform/metrics/metrics.js';
import { Outbox } from '../../../platform/outbox/outbox.js';
import { bootApp, type TestApp } from '../../../test/app.js';
import { closeInOrder } from '../../../test/books-in-order.js';
import { agreeOn } from '../../../test/factories/agreements.js';
import { heldBack, inTurn } from '../../../test/factories/held-back.js';
import { aUserId, fund, USDT } from '../../../test/factories/ledger.js';
import { anOffer, DAY_MS, offerTerms, verifyUser } from '../../../test/factories/subscription.js';
import { FakeClock } from '../../../test/fakes/fake-clock.js';
import { CheckFundPassword, HasFundPassword } from '../../account/security/index.js';
import { VerificationLevels } from '../../account/verification/index.js';
import { JudgeListing, ListCoin } from '../../markets/listing/index.js';
import { capitalReasons, Ledger } from '../../wallet/ledger/index.js';
import { OwnLimitsStore } from '../../wallet/own-limits/own-limits.store.js';
import { SetOwnLimit } from '../../wallet/own-limits/set-own-limit.js';
import { RecordOwnLimitChanges } from '../../wallet/own-limits/record-own-limit-changes.js';
import { TakeBreak } from '../../wallet/own-limits/take-break.js';
import { ProfitStore } from '../../wallet/profit/profit.store.js';
import { BuySubscription } from './buy-subscription.js';
import { CancelOffer } from './cancel-offer.js';
import { LaunchOffer } from './launch-offer.js';
import { ListSubscriptions } from './list-subscriptions.js';
import type { OfferTerms } from './offer-terms.js';
import { OffersStore } from './offers.store.js';
import { PreviewSubscription } from './preview-subscription.js';
import { PublishOffer } from './publish-offer.js';
import { SubscriptionHistoryStore } from './subscription-history.store.js';
import { type SubscriptionOrder, SubscriptionStore } from './subscription.store.js';
import { SweepSubscriptions } from './sweep-subscriptions.js';

const START = Date.UTC(2028, 1, 27, 20, 30);
const CALLER = { ip: '192.0.2.1', userAgent: '' };
const LISTING = { coin: '', priceScale: 4, quantityScale: 2, leastOrder: '5', instruments: [] };

let app: TestApp;
let source: DataSource;
/** With the rights of who serves: for what the product does. */
let serving: DataSource;
let transactions: Transactions;
let store: SubscriptionStore;
let offers: OffersStore;
let clock: FakeClock;
let buying: BuySubscription;
let previews: PreviewSubscription;
let sweeps: SweepSubscriptions;
let publishing: PublishOffer;
let launching: LaunchOffer;
let cancelling: CancelOffer;
let lists: ListSubscriptions;
let limits: SetOwnLimit;
let breaks: TakeBreak;

beforeAll(async () => {
  app = await bootApp({ ROLES: 'gateway', LOG_LEVEL: 'silent' });
  const of = <Thing>(token: abstract new (...given: never[]) => Thing): Thing => app.application.get(token);
  source = app.owner;
  serving = app.serving;
  [store, offers, transactions] = [of(SubscriptionStore), of(OffersStore), of(Transactions)];
  clock = new FakeClock(START);
  const outbox = of(Outbox);
  const commands = new IdempotentCommands(transactions, new IdempotencyStore(serving), clock, of(Config));
  buying = new BuySubscription(store, offers, commands, outbox);
  previews = new PreviewSubscription(store, offers, of(Ledger), of(VerificationLevels), clock);
  sweeps = new SweepSubscriptions(store, offers, transactions, outbox, clock, of(Metrics));
  publishing = new PublishOffer(offers, of(ListCoin), of(Config), clock);
  launching = new LaunchOffer(offers, of(ListCoin), of(JudgeListing), clock);
  cancelling = new CancelOffer(offers, clock);
  lists = new ListSubscriptions(store, of(SubscriptionHistoryStore), clock);
  const [ownLimits, recording] = [of(OwnLimitsStore), of(RecordOwnLimitChanges)];
  limits = new SetOwnLimit(ownLimits, recording, transactions, clock);
  breaks = new TakeBreak(ownLimits, recording, of(HasFundPassword), of(CheckFundPassword), transactions, clock);
}, 60_000);

beforeEach(() => clock.set(START));

afterAll(() => closeInOrder(app, ['N01', 'N02', 'N03', 'N04', 'N05']));

async function offered(changes: Partial<OfferTerms> = {}): Promise<number> {
  return anOffer(source, offerTerms(START, changes));
}

async function aBuyer({ verified = true, money = '1000' } = {}): Promise<string> {
  const user = await aUserId(source);
  await fund(source, user, money);
  if (verified) await verifyUser(source, user);
  return user;
}

/** As who bought before it took a verified identity. */
const unverify = (user: string) =>
  source.transaction(async (tx) => {
    await tx.query('set local session_replication_role = replica');
    await tx.query('delete from verification_case where user_id = $1', [user]);
  });

let keys = 0;
/** With a key of its own: the same without one, soon after, is the same command. */
const buy = (userId: string, offerId: number, amount: string, key = `subscription-spec-${++keys}`) =>
  buying.execute({ userId, offerId, demo: false, amount, agreed: true, key });
const sweep = () => sweeps.execute();
const launch = (id: number) =>
  transactions.run(async (tx) => {
    await agreeOn(tx, 'subscription-launch', id, LISTING);
    await launching.execute(tx, id, LISTING);
  });
const cancel = (id: number) =>
  transactions.run(async (tx) => {
    await agreeOn(tx, 'subscription-cancel', id);
    await cancelling.execute(tx, id);
  });
const refusal = (code: string, parameters?: object) =>
  expect.objectContaining(parameters ? { code, parameters } : { code });
const left = async (id: number) => (await offers.find(id))?.left;

async function ordersOf(userId: string): Promise<SubscriptionOrder[]> {
  return (await lists.orders({ userId, status: undefined, keyword: '', page: 1, limit: 50 })).orders;
}

const statesOf = async (userId: string) => (await ordersOf(userId)).map(({ state }) => state);

/** By currency code. */
async function balances(userId: string): Promise<Record<string, string>> {
  const rows: { name: string; balance: string }[] = await source.query(
    `select concat(a.kind, ' ', c.code) as name, trim_scale(a.balance)::text as balance
       from ledger_account a join currency c on c.id = a.currency_id where a.owner_id = $1 and a.balance <> 0`,
    [userId],
  );
  return Object.fromEntries(rows.map(({ name, balance }) => [name, balance]));
}

/** An offer in which a verified user has 400 coins, on the day of its launch, and its coin. */
async function boughtOut(changes: Partial<OfferTerms> = {}): Promise<{ id: number; user: string; code: string }> {
  const terms = offerTerms(START, changes);
  const id = await anOffer(source, terms);
  const user = await aBuyer();
  await buy(user, id, '100');
  await sweep();
  clock.set(START + 8 * DAY_MS);
  return { id, user, code: terms.coinCode };
}

describe('buying', () => {
  it('reserves the payment, takes coins from what is left, and tells the user', async () => {
    const id = await offered();
    const user = await aBuyer();
    await buy(user, id, '100');
    expect(await balances(user)).toEqual({ 'spot USDT': '900', 'spot_frozen USDT': '100' });
    expect(await left(id)).toBe('600');
    const [order] = await ordersOf(user);
    expect(order).toMatchObject({ state: 'review', coins: '400', cost: '100', expectedReturn: '12', lockDays: 30 });
    const events = await source.query('select kind, payload from outbox where user_id = $1 order by sequence', [user]);
    expect(events.map(({ kind }: { kind: string }) => kind)).toEqual(['subscription', 'balance', 'balance']);
    expect(events[0].payload).toMatchObject({ orderId: order?.id, state: 'review', coins: '400', releaseAt: null });
  });

  it('takes of an amount what buys whole units of the coin', async () => {
    const id = await offered({ price: '0.3', coinScale: 0, minimum: '1' });
    const user = await aBuyer();
    await buy(user, id, '1');
    expect((await ordersOf(user))[0]).toMatchObject({ coins: '3', cost: '0.9' });
    expect(await balances(user)).toEqual({ 'spot USDT': '999.1', 'spot_frozen USDT': '0.9' });
  });

  it('counts of a limit on stakes what it takes, and not what was offered for it', async () => {
    const id = await offered({ price: '0.3', coinScale: 0, minimum: '1' });
    const user = await aBuyer();
    const wanted = { userId: user, kind: 'stake', period: 'day', amount: '1.85', caller: CALLER } as const;
    await limits.execute(wanted);
    await buy(user, id, '1');
    await buy(user, id, '1');
    expect((await ordersOf(user)).map(({ cost }) => cost)).toEqual(['0.9', '0.9']);
    await expect(buy(user, id, '1')).rejects.toEqual(refusal('limits.stake', { limit: '1.85', used: '1.8' }));
  });

  it('does it once for one key', async () => {
    const id = await offered();
    const user = await aBuyer();
    await Promise.all([1, 2, 3].map(() => buy(user, id, '10', 'same-key-1')));
    expect(await ordersOf(user)).toHaveLength(1);
    expect(await left(id)).toBe('960');
  });

  it.each([
    ['2.49', 'subscription.below-minimum', { minimum: '2.5' }],
    ['100.25', 'subscription.above-maximum', { left: '400' }],
    ['1.0000000001', 'ledger.too-many-decimals', { decimals: 8 }],
    ['1e4', 'request.invalid', { field: 'amount' }],
    ['-5', 'request.invalid', { field: 'amount' }],
    ['0', 'request.invalid', { field: 'amount' }],
  ])('refuses %s: %s, as its preview does, and moves nothing', async (amount, code, parameters) => {
    const id = await offered();
    const user = await aBuyer();
    const asked = { userId: user, offerId: id, demo: false, amount };
    await expect(previews.execute(asked)).rejects.toEqual(refusal(code, parameters));
    await expect(buy(user, id, amount)).rejects.toEqual(refusal(code, parameters));
    expect(await balances(user)).toEqual({ 'spot USDT': '1000' });
    expect(await left(id)).toBe('1000');
  });

  it('refuses more than somebody has, demo money, who does not agree, and what is not there', async () => {
    const id = await offered();
    const poor = await aBuyer({ money: '2.4' });
    await expect(buy(poor, id, '2.5')).rejects.toEqual(refusal('ledger.insufficient-balance'));
    await expect(previews.execute({ userId: poor, offerId: id, demo: false, amount: '2.5' })).rejects.toEqual(
      refusal('ledger.insufficient-balance'),
    );
    const order = { userId: poor, offerId: id, amount: '2.5', key: null };
    await expect(buying.execute({ ...order, demo: true, agreed: true })).rejects.toEqual(
      refusal('subscription.real-only'),
    );
    await expect(buying.execute({ ...order, demo: false, agreed: false })).rejects.toEqual(
      refusal('subscription.agreement'),
    );
    await expect(buy(poor, 999_999, '2.5')).rejects.toEqual(refusal('subscription.not-offered'));
    expect(await statesOf(poor)).toEqual([]);
  });

  it('sells from the start until the end, to the millisecond', async () => {
    const id = await offered();
    const user = await aBuyer();
    clock.set(START - 1);
    await expect(buy(user, id, '10')).rejects.toEqual(refusal('subscription.not-open'));
    clock.set(START + 7 * DAY_MS - 1);
    await buy(user, id, '10');
    clock.set(START + 7 * DAY_MS);
    await expect(buy(user, id, '10')).rejects.toEqual(refusal('subscription.not-open'));
    await expect(previews.execute({ userId: user, offerId: id, demo: false, amount: '10' })).rejects.toEqual(
      refusal('subscription.not-open'),
    );
  });

  it('gives one user no more than the share, in one order or in several at once', async () => {
    const id = await offered();
    const user = await aBuyer();
    const outcomes = await Promise.allSettled(Array.from({ length: 5 }, () => buy(user, id, '30')));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    for (const outcome of outcomes)
      if (outcome.status === 'rejected')
        expect(outcome.reason).toEqual(refusal('subscription.above-maximum', { left: '40' }));
    expect((await previews.execute({ userId: user, offerId: id, demo: false, amount: '10' })).leftForUser).toBe('40');
    await buy(user, id, '10');
    await expect(buy(user, id, '2.5')).rejects.toEqual(refusal('subscription.above-maximum', { left: '0' }));
  });

  it('never sells more than there is, however many buy at once, and tells the last ones', async () => {
    const id = await offered({ total: '100', maximum: '30' });
    const users = await Promise.all(Array.from({ length: 12 }, () => aBuyer()));
    const outcomes = await Promise.allSettled(users.map((user) => buy(user, id, '7.5')));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    for (const outcome of outcomes)
      if (outcome.status === 'rejected')
        expect(outcome.reason).toEqual(refusal('subscription.only-left', { left: '10' }));
    // What is left is less than that, and may be taken whole.
    await buy(users[0] as string, id, '0.01').catch(() => undefined);
    const late = await aBuyer();
    await buy(late, id, '2.5');
    expect(await left(id)).toBe('0');
    await expect(buy(late, id, '2.5')).rejects.toEqual(refusal('subscription.sold-out'));
    await expect(previews.execute({ userId: late, offerId: id, demo: false, amount: '2.5' })).rejects.toEqual(
      refusal('subscription.sold-out'),
    );
  });

  it.each([
    // A coin is 0.25 and has six decimals.
    ['6.24999975', ['done', '0.000001']],
    ['6.25', ['done', '0']],
    ['6.25000025', ['subscription.only-left', '25']],
  ])('for %s where 25 coins are left of the total: %j', async (amount, [outcome, rest]) => {
    const id = await offered({ total: '100', maximum: '100' });
    await buy(await aBuyer(), id, '18.75');
    const user = await aBuyer();
    expect([...(await inTurn([() => buy(user, id, amount)])), await left(id)]).toEqual([outcome, rest]);
  });

  it.each([
    ['24.99999975', '99.99999975', 'done'],
    ['25', '100', 'done'],
    ['25.00000025', '100.00000025', 'subscription.above-maximum'],
  ])('for %s beside 75, and for %s alone, by a share of 400 coins: %s', async (beside, alone, outcome) => {
    const id = await offered();
    const [user, other] = [await aBuyer(), await aBuyer()];
    const tries = [() => buy(user, id, '75'), () => buy(user, id, beside), () => buy(other, id, alone)];
    expect(await inTurn(tries)).toEqual(['done', outcome, outcome]);
  });

  it('lets the last one take less than the least', async () => {
    const id = await offered({ total: '405', minimum: '10' });
    await buy(await aBuyer(), id, '100');
    const user = await aBuyer();
    await expect(buy(user, id, '1')).rejects.toEqual(refusal('subscription.below-minimum', { minimum: '1.25' }));
    await buy(user, id, '1.25');
    expect(await left(id)).toBe('0');
  });

  it('previews exactly what it then does', async () => {
    const id = await offered();
    const user = await aBuyer();
    const preview = await previews.execute({ userId: user, offerId: id, demo: false, amount: '33.3333333' });
    expect(preview).toMatchObject({
      coins: '133.333333',
      cost: '33.33333325',
      expectedReturn: '3.999999',
      verified: true,
      leftForUser: '400',
      balance: '1000',
      balanceAfter: '966.66666675',
      estimatedReleaseAt: START + 38 * DAY_MS,
    });
    await buy(user, id, '33.3333333');
    const [order] = await ordersOf(user);
    expect(order).toMatchObject({ coins: preview.coins, cost: preview.cost, expectedReturn: preview.expectedReturn });
    expect((await balances(user))['spot USDT']).toBe(preview.balanceAfter);
  });
});

describe('review', () => {
  it('is of who is verified, and passed by the worker alone', async () => {
    const id = await offered();
    const [verified, unknown] = [await aBuyer(), await aBuyer({ verified: false })];
    await buy(verified, id, '10');
    await expect(buy(unknown, id, '10')).rejects.toEqual(refusal('verification.required'));
    const asked = { userId: unknown, offerId: id, demo: false, amount: '10' };
    expect(await previews.execute(asked)).toMatchObject({ verified: false });
    expect([await statesOf(verified), await statesOf(unknown)]).toEqual([['review'], []]);
    await sweep();
    expect(await statesOf(verified)).toEqual(['passed']);
    await verifyUser(source, unknown);
    await buy(unknown, id, '10');
    await sweep();
    expect(await statesOf(unknown)).toEqual(['passed']);
  });

  it('of accounts that nobody verified leaves others all that there is', async () => {
    const id = await offered({ total: '400' });
    const unknown = await Promise.all(Array.from({ length: 4 }, () => aBuyer({ verified: false })));
    const outcomes = await Promise.allSettled(unknown.map((user) => buy(user, id, '25')));
    expect(outcomes.map(({ status }) => status)).toEqual(Array.from({ length: 4 }, () => 'rejected'));
    expect(await left(id)).toBe('400');
    await expect(launch(id)).rejects.toEqual(refusal('subscription.still-sold'));
    for (const user of unknown) expect(await balances(user)).toEqual({ 'spot USDT': '1000' });
  });

  it('that nobody passed by the launch gives everything back', async () => {
    const { id } = await boughtOut();
    clock.set(START);
    const user = await aBuyer();
    await buy(user, id, '10');
    await unverify(user);
    clock.set(START + 8 * DAY_MS);
    await launch(id);
    await sweep();
    expect(await statesOf(user)).toEqual(['returned']);
    expect(await balances(user)).toEqual({ 'spot USDT': '1000' });
    expect(await left(id)).toBe('600');
  });
});

describe('the launch', () => {
  it('exchanges what was paid for the coins: what they are worth beyond it is profit', async () => {
    const { id, user } = await boughtOut();
    await launch(id);
    await sweep();
    const query = { userId: user, demo: false, since: new Date(START), capital: capitalReasons(), limit: 100 };
    const { holdings, moved } = await app.application.get(ProfitStore).movements(query);
    expect((moved ?? []).filter(({ isOutside }) => isOutside)).toEqual([]);
    expect(holdings.map(({ before, now }) => [before, now])).toEqual([
      ['1000', '900'],
      ['0', '400'],
    ]);
  });

  it('lists the coin, pays the issuer and locks the coins', async () => {
    const { id, user, code } = await boughtOut();
    await launch(id);
    expect(await offers.find(id)).toMatchObject({ status: 'launched', market: `${code}/USDT` });
    await sweep();
    expect(await balances(user)).toEqual({ 'spot USDT': '900', [`spot_frozen ${code}`]: '400' });
    const [order] = await ordersOf(user);
    expect(order).toMatchObject({ state: 'locked', lockedAt: new Date(START + 8 * DAY_MS) });
    expect(order?.releaseAt).toEqual(new Date(START + 38 * DAY_MS));
    expect(await lists.releases(user)).toEqual([
      expect.objectContaining({ coins: '400', expectedReturn: '12', estimated: false, released: false }),
    ]);
    const moved = await source.query(
      `select c.code, trim_scale(p.amount)::text as amount from ledger_journal j
         join ledger_posting p on p.journal_id = j.id join ledger_account a on a.id = p.account_id
         join currency c on c.id = a.currency_id
        where j.reason = 'subscription.deliver' and j.reference = $1 and a.kind = 'issuance' order by c.code desc`,
      [order?.id],
    );
    expect(moved).toEqual([
      { code: 'USDT', amount: '100' },
      { code, amount: '-400' },
    ]);
  });

  it('waits for the end of the sale, or for the last coin', async () => {
    const id = await offered({ total: '400' });
    await expect(launch(id)).rejects.toEqual(refusal('subscription.still-sold'));
    await buy(await aBuyer(), id, '100');
    await launch(id);
    await expect(launch(id)).rejects.toEqual(refusal('subscription.offer-ended'));
    await expect(cancel(id)).rejects.toEqual(refusal('subscription.offer-ended'));
    await expect(launch(999_999)).rejects.toEqual(refusal('subscription.not-offered'));
  });

  it('that fails half-way leaves nothing', async () => {
    const { id, code } = await boughtOut();
    const failing = transactions.run(async (tx) => {
      await agreeOn(tx, 'subscription-launch', id, LISTING);
      await launching.execute(tx, id, LISTING);
      throw new Error('half-way');
    });
    await expect(failing).rejects.toThrow('half-way');
    expect(await offers.find(id)).toMatchObject({ status: 'open', launchedAt: null });
    expect(await source.query('select from currency where code = $1', [code])).toEqual([]);
  });
});

describe('the release', () => {
  it('comes on its day with the return, and a notice', async () => {
    const { id, user, code } = await boughtOut();
    await launch(id);
    await sweep();
    clock.set(START + 38 * DAY_MS - 1);
    await sweep();
    expect(await statesOf(user)).toEqual(['locked']);
    clock.set(START + 38 * DAY_MS);
    await sweep();
    await sweep();
    expect(await statesOf(user)).toEqual(['released']);
    expect(await balances(user)).toEqual({ 'spot USDT': '900', [`spot ${code}`]: '412' });
    const notices = await source.query('select kind, parameters from account_notice where user_id = $1', [user]);
    expect(notices).toEqual([{ kind: 'subscription-released', parameters: { amount: '412', coin: code } }]);
    const events = await source.query('select kind from outbox where user_id = $1 order by sequence desc limit 4', [
      user,
    ]);
    expect(events.map(({ kind }: { kind: string }) => kind).sort()).toEqual([
      'balance',
      'balance',
      'notice',
      'subscription',
    ]);
  });

  it('is at once where nothing is locked, and pays the house’s return from its own means', async () => {
    const { id, user, code } = await boughtOut({ lockDays: 0, yieldSource: 'house' });
    await launch(id);
    await sweep();
    expect(await balances(user)).toEqual({ 'spot USDT': '900', [`spot ${code}`]: '412' });
    const [house] = await source.query(
      `select trim_scale(sum(a.balance))::text as balance from ledger_account a join currency c on c.id = a.currency_id
        where a.kind = 'interest_expense' and c.code = $1`,
      [code],
    );
    expect(house).toEqual({ balance: '-12' });
  });

  it('without a return brings the coins alone', async () => {
    const { id, user, code } = await boughtOut({ lockDays: 0, yieldRatio: '0', yieldSource: null });
    await launch(id);
    await sweep();
    expect((await balances(user))[`spot ${code}`]).toBe('400');
  });

  it('comes also while something else of the sweep fails, which is told', async () => {
    class Broken extends SubscriptionStore {
      override due(...given: Parameters<SubscriptionStore['due']>) {
        return given[0] === 'subscription_deliver' ? Promise.reject(new Error('broken')) : super.due(...given);
      }
    }
    const { id, user } = await boughtOut();
    await launch(id);
    await sweep();
    clock.set(START + 38 * DAY_MS);
    const { application } = app;
    const [outbox, metrics] = [application.get(Outbox), application.get(Metrics)];
    const broken = new SweepSubscriptions(new Broken(serving), offers, transactions, outbox, clock, metrics);
    await expect(broken.execute()).rejects.toThrow('broken');
    expect(await statesOf(user)).toEqual(['released']);
  });

  it('of an order that takes too long by itself holds up no other, and is an error of the sweep', async () => {
    const id = await offered();
    const [slow, other] = [await aBuyer(), await aBuyer()];
    for (const user of [slow, other]) await buy(user, id, '10');
    const { id: order } = (await ordersOf(slow))[0] as SubscriptionOrder;
    class Slow extends SubscriptionStore {
      override step(...given: Parameters<SubscriptionStore['step']>) {
        const isSlow = given[2].only?.includes(order) ?? true;
        const timeout = Object.assign(new Error('canceling statement due to statement timeout'), { code: '57014' });
        return isSlow ? Promise.reject(timeout) : super.step(...given);
      }
    }
    const { application } = app;
    const [outbox, metrics] = [application.get(Outbox), application.get(Metrics)];
    const sweeping = new SweepSubscriptions(new Slow(serving), offers, transactions, outbox, clock, metrics);
    await expect(sweeping.execute()).rejects.toThrow(`Row ${order}: Error: canceling statement`);
    expect([await statesOf(slow), await statesOf(other)]).toEqual([['review'], ['passed']]);
    await sweep();
    expect(await statesOf(slow)).toEqual(['passed']);
  });

  it('goes once through however many sweeps at once', async () => {
    const id = await offered({ total: '100000', lockDays: 1 });
    const users = await Promise.all(Array.from({ length: 20 }, () => aBuyer()));
    await Promise.all(users.map((user) => buy(user, id, '10')));
    clock.set(START + 8 * DAY_MS);
    await launch(id);
    await Promise.all([sweep(), sweep(), sweep()]);
    clock.advance(DAY_MS);
    await Promise.all([sweep(), sweep(), sweep()]);
    for (const user of users) expect(await statesOf(user)).toEqual(['released']);
    const [row] = await source.query(
      `select count(*)::integer as journals from ledger_journal where reason = 'subscription.release' and reference in
         (select id::text from subscription_order where offer_id = $1)`,
      [id],
    );
    expect(row).toEqual({ journals: 20 });
  });
});

describe('a launch that does not come', () => {
  it('gives everything back when it is cancelled', async () => {
    const { id, user } = await boughtOut();
    clock.set(START);
    const later = await aBuyer();
    await buy(later, id, '10');
    await cancel(id);
    await expect(buy(user, id, '10')).rejects.toEqual(refusal('subscription.not-open'));
    await sweep();
    await sweep();
    for (const each of [user, later]) {
      expect(await statesOf(each)).toEqual(['returned']);
      expect(await balances(each)).toEqual({ 'spot USDT': '1000' });
    }
    expect(await left(id)).toBe('1000');
    await expect(launch(id)).rejects.toEqual(refusal('subscription.offer-ended'));
  });

  it('is cancelled by itself 30 days after the planned day', async () => {
    const { id, user } = await boughtOut();
    clock.set(START + 38 * DAY_MS);
    await sweep();
    expect(await statesOf(user)).toEqual(['passed']);
    clock.advance(1);
    // Also while no worker is there to cancel it.
    await expect(launch(id)).rejects.toEqual(refusal('subscription.offer-ended'));
    await sweep();
    expect(await statesOf(user)).toEqual(['returned']);
    expect(await offers.find(id)).toMatchObject({ status: 'cancelled', cancelReason: 'not-launched' });
  });
});

describe('a break of its buyer', () => {
  const takeBreak = (user: string, span: '1-day' | '6-months' = '1-day') =>
    breaks.execute(user, { span, fundPassword: '' }, CALLER);

  async function expectGivenBack(id: number, user: string): Promise<void> {
    expect(await statesOf(user)).toEqual(['returned']);
    expect(await balances(user)).toEqual({ 'spot USDT': '1000' });
    expect(await left(id)).toBe('1000');
    const [told] = await source.query(
      `select payload->>'state' as state from outbox where user_id = $1 and kind = 'subscription' order by sequence desc limit 1`,
      [user],
    );
    expect(told).toEqual({ state: 'returned' });
  }

  it.each(['1-day', '6-months'] as const)('of %s gives back what is under review', async (span) => {
    const [id, user] = [await offered(), await aBuyer()];
    await buy(user, id, '100');
    await takeBreak(user, span);
    await sweep();
    await expectGivenBack(id, user);
  });

  it('gives back what has passed, and nobody else’s', async () => {
    const [id, user, other] = [await offered(), await aBuyer(), await aBuyer()];
    for (const each of [user, other]) await buy(each, id, '50');
    await sweep();
    expect([await statesOf(user), await statesOf(other)]).toEqual([['passed'], ['passed']]);
    await takeBreak(user);
    await sweep();
    expect([await statesOf(user), await statesOf(other)]).toEqual([['returned'], ['passed']]);
    expect(await balances(user)).toEqual({ 'spot USDT': '1000' });
    expect(await left(id)).toBe('800');
  });

  it('gives back what was launched and not delivered yet, and leaves what is locked as it is', async () => {
    const { id, user, code } = await boughtOut();
    const late = await aBuyer();
    clock.set(START);
    await buy(late, id, '50');
    clock.set(START + 8 * DAY_MS);
    await launch(id);
    await takeBreak(late);
    await sweep();
    expect([await statesOf(user), await statesOf(late)]).toEqual([['locked'], ['returned']]);
    await takeBreak(user, '6-months');
    await sweep();
    expect(await balances(user)).toMatchObject({ [`spot_frozen ${code}`]: '400' });
    clock.advance(30 * DAY_MS);
    await sweep();
    expect(await statesOf(user)).toEqual(['released']);
  });

  it('that is over takes nothing back', async () => {
    const [id, user] = [await offered(), await aBuyer()];
    await takeBreak(user);
    clock.advance(DAY_MS);
    await buy(user, id, '100');
    await sweep();
    expect(await statesOf(user)).toEqual(['passed']);
  });

  it.each([
    ['subscription_pass', ['review']],
    ['subscription_deliver', ['passed']],
  ] as const)('that begins at the same instant as %s comes first, and is waited for', async (step, states) => {
    const { id, user } = await boughtOut();
    clock.set(START);
    const late = await aBuyer();
    await buy(late, id, '50');
    if (step === 'subscription_deliver') await sweep();
    clock.set(START + 8 * DAY_MS);
    await launch(id);
    const only = (await ordersOf(late)).map((order) => order.id);
    const steps = () => transactions.run((tx) => store.step(tx, step, { limit: 1, at: new Date(clock.now()), only }));
    await heldBack(source, [late], [() => takeBreak(late), steps]);
    expect(await statesOf(late)).toEqual(states);
    await sweep();
    expect([await statesOf(user), await statesOf(late)]).toEqual([['locked'], ['returned']]);
  });
});

describe('terms', () => {
  const publish = (changes: Partial<OfferTerms>) =>
    transactions.run(async (tx) => {
      const terms = offerTerms(START, changes);
      await agreeOn(tx, 'subscription-offer', null, terms);
      return publishing.execute(tx, terms);
    });

  it('are published as they were agreed on', async () => {
    const id = await publish({ total: '500.5', maximum: '100.25', recommended: true });
    expect(await offers.find(id)).toMatchObject({ total: '500.5', left: '500.5', maximum: '100.25', status: 'open' });
    expect(await offers.recommended(new Date(START))).toMatchObject({ id });
    expect(await offers.recommended(new Date(START + 7 * DAY_MS))).toBeNull();
  });

  it.each([
    ['total', { total: '1.0000001', minimum: '1', maximum: '1' }],
    ['minimum', { minimum: '401' }],
    ['maximum', { maximum: '1001' }],
    ['yieldSource', { yieldSource: null }],
    ['yieldSource', { yieldRatio: '0' }],
    ['coinScale', { coinCode: 'DOGE' }],
    ['coinCode', { coinCode: 'DOGE', coinScale: 8 }],
    ['coinCode', { coinCode: 'USDT', coinScale: 8 }],
    ['paymentCurrencyId', { paymentCurrencyId: 301 }],
  ])('are refused for their %s', async (field, changes) => {
    await expect(publish(changes)).rejects.toEqual(refusal('request.invalid', { field }));
  });

  it.each([
    ['endsAt', '24 h', { endsAt: new Date(START + DAY_MS - 1).toISOString() }],
    // Since it has begun, the day is counted from now.
    [
      'endsAt',
      '24 h',
      { startsAt: new Date(START - 5 * DAY_MS).toISOString(), endsAt: new Date(START + 1).toISOString() },
    ],
    ['launchesAt', '1 h', { launchesAt: new Date(START + 7 * DAY_MS + 3_599_999).toISOString() }],
  ])('are refused where their %s leaves people less than %s', async (field, span, changes) => {
    await expect(publish(changes)).rejects.toEqual(refusal('subscription.date-too-soon', { field, span }));
  });

  it('may leave people less time where sales are for demonstrations', async () => {
    const { values } = app.application.get(Config);
    values.SALE_SPANS = 'short';
    try {
      const soon = new Date(START + 60_000).toISOString();
      await publish({ endsAt: soon, launchesAt: soon });
      const sooner = new Date(START + 59_999).toISOString();
      await expect(publish({ endsAt: sooner })).rejects.toEqual(refusal('subscription.date-too-soon'));
    } finally {
      values.SALE_SPANS = 'full';
    }
  });

  it('are those of one coin: of the same code nothing else is on offer', async () => {
    const { coinCode } = offerTerms(START);
    await publish({ coinCode });
    await expect(publish({ coinCode, coinScale: 8 })).rejects.toEqual(
      refusal('request.invalid', { field: 'coinScale' }),
    );
    await publish({ coinCode });
  });

  it('are those of one coin where two are agreed on at once', async () => {
    for (const coinCode of ['TWINA', 'TWINB', 'TWINC']) {
      const both = await Promise.allSettled([publish({ coinCode }), publish({ coinCode, coinScale: 8 })]);
      expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    }
  });

  it('never change, and a step is never skipped, whoever asks', async () => {
    const { id, user } = await boughtOut();
    const written = expect.objectContaining({ code: 'SU009' });
    await expect(source.query('update subscription_offer set price = 1 where id = $1', [id])).rejects.toEqual(written);
    await expect(source.query('delete from subscription_offer where id = $1', [id])).rejects.toEqual(written);
    const change = (column: string) =>
      source.query(`update subscription_order set ${column} where user_id = $1`, [user]);
    await expect(change('coins = 1')).rejects.toEqual(written);
    await expect(change(`status = 'released'`)).rejects.toEqual(written);
    await expect(change(`status = 'review'`)).rejects.toEqual(written);
  });
});

it('pages and searches what a user has', async () => {
  const user = await aBuyer();
  const ids = [await offered({ coinName: 'Zeta Search' }), await offered({ coinName: 'Other' })];
  for (const id of ids) await buy(user, id, '10');
  const asked = { userId: user, status: undefined, keyword: '', page: 1, limit: 1 };
  expect(await lists.orders(asked)).toMatchObject({ total: 2, orders: [{ coinName: 'Other' }] });
  expect((await lists.orders({ ...asked, page: 2 })).orders).toMatchObject([{ coinName: 'Zeta Search' }]);
  expect(await lists.orders({ ...asked, keyword: 'zeta s' })).toMatchObject({ total: 1 });
  expect(await lists.orders({ ...asked, status: '2' })).toMatchObject({ total: 0, orders: [] });
  expect(await lists.order(await aUserId(source), (await ordersOf(user))[0]?.id as string)).toBeNull();
  expect(USDT).toBe(3);
});
