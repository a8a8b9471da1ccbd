import type { PerpetualTermsView, ProductTermsView } from '../../../contract/operations/product-terms.dto.js';
import type { TierTerms } from '../../../contract/rules/maintenance-tiers.rules.js';
import { BTC_MARKET, FuturesWorld } from '../../../test/factories/futures-world.js';
import { Worker } from '../../../test/factories/liquidation-world.js';
import { anOperator, callDesk, type DeskReply, type TestOperator } from '../../../test/factories/operators.js';
import { ManageSubAccounts } from '../../account/sub-accounts/manage-sub-accounts.js';
import { FollowOpenPositions } from '../../trading/futures-index/index.js';
import { FuturesCatalog, ListFutures } from '../../trading/futures/index.js';
import { NotifyOfMaintenance } from '../../trading/futures/notify-of-maintenance.js';
import { CheckBooks } from '../../wallet/ledger/index.js';
import { fund } from '../../../test/factories/ledger.js';
import { CarryOutAnnouncedActs } from '../administration/carry-out-announced-acts.js';

const ETH_MARKET = 2;
const DAY_MS = 86_400_000;
const CALLER = { ip: '192.0.2.1', userAgent: '' };
const STRICTER: TierTerms[] = [
  { floor: '0', maintenancePercent: '1.5', maxLeverage: 20 },
  { floor: '3000', maintenancePercent: '5', maxLeverage: 4 },
];

let world: FuturesWorld;
let worker: Worker;
let ann: TestOperator;
let bob: TestOperator;
let admin: TestOperator;
let support: TestOperator;

beforeAll(async () => {
  world = await FuturesWorld.open({ RATE_FACTOR: '100' });
  worker = new Worker(world);
  ann = await anOperator(world.source, 'settings', 'treasurer');
  bob = await anOperator(world.source, 'treasurer');
  admin = await anOperator(world.source, 'administrator');
  support = await anOperator(world.source, 'support');
  // Who was made after they proposed something would be nobody's proposer.
  world.pass(2000);
  for (const id of [BTC_MARKET, ETH_MARKET]) await offer(id);
}, 120_000);
// Looks at the books, too.
afterAll(() => world?.close());
beforeEach(async () => {
  await stayLoggedIn();
  world.price('60000');
  world.price('3000', {}, ETH_MARKET);
});
afterEach(async () => {
  const open: { id: string }[] = await world.source.query(
    `select id::text from operator_proposal where status = 'open'`,
  );
  for (const { id } of open) await desk(bob, `proposals/${id}/reject`, { reason: 'Not now' });
  for (const { id } of await acts('waiting')) await desk(admin, `announced/${id}/stop`, { reason: 'Not now' });
  await world.get(NotifyOfMaintenance).execute();
});

/** Leverages that the tables of this file allow. */
async function offer(marketId: number): Promise<void> {
  await world.source.query(`update futures_product set leverages = '{1,2,4,5,10,20}' where market_id = $1`, [marketId]);
  await world.get(FuturesCatalog).reload();
}

const desk = (by: TestOperator, path: string, body?: object): Promise<DeskReply> =>
  callDesk(world.app.url, path, { by, ...(body === undefined ? {} : { body }) });
/** As if everybody had just called. */
const stayLoggedIn = () =>
  world.source.query(
    `update operator_session set last_used_at = $1, expires_at = $1::timestamptz + interval '12 hours'`,
    [new Date(world.clock.now())],
  );
const idOf = ({ message }: DeskReply) => (message as { id: string }).id;
const carryOut = () => world.get(CarryOutAnnouncedActs).execute();
const notifyAll = () => world.get(NotifyOfMaintenance).execute();

async function shown(marketId = BTC_MARKET): Promise<PerpetualTermsView> {
  const { message } = await desk(support, 'products');
  const found = (message as ProductTermsView).perpetuals.find(({ id }) => id === String(marketId));
  if (!found) throw new Error('The market has no contract.');
  return found;
}

async function propose(tiers: object[] = STRICTER, more: { marketId?: number; by?: TestOperator; seen?: string } = {}) {
  const { marketId = BTC_MARKET, by = ann, seen = (await shown(marketId)).stepsVersion } = more;
  return desk(by, `products/tiers/${marketId}`, { tiers, seen, reason: aReason() });
}

/** The same words sent again would be the same proposal. */
let reasons = 0;
const aReason = () => {
  reasons += 1;
  return `Thinner books, ${reasons}`;
};

/** Two agree; answers when it takes effect. */
async function agree(tiers: TierTerms[] = STRICTER, marketId = BTC_MARKET): Promise<number> {
  const proposed = await propose(tiers, { marketId });
  expect([proposed.type, proposed.code, proposed.message]).toEqual(['ok', undefined, expect.anything()]);
  const agreed = await desk(bob, `proposals/${idOf(proposed)}/approve`, {});
  expect([agreed.type, agreed.code]).toEqual(['ok', undefined]);
  return (agreed.message as { dueAt: number }).dueAt;
}

async function until(at: number): Promise<void> {
  world.pass(at - world.clock.now());
  await stayLoggedIn();
}

const acts = (status: string): Promise<{ id: string; reason: string | null }[]> =>
  world.source.query(
    `select id::text, end_reason as reason from operator_announced_act
      where kind = 'perpetual-tiers' and status = $1 order by id`,
    [status],
  );
const table = (marketId = BTC_MARKET): Promise<object[]> =>
  world.source.query(
    `select trim_scale(floor)::text as floor, trim_scale(cap)::text as cap, max_leverage as "maxLeverage",
            trim_scale(maintenance_ratio)::text as rate, trim_scale(deduction)::text as deduction
       from maintenance_tier where market_id = $1 order by maintenance_tier.floor`,
    [marketId],
  );
const lines = async (action: string): Promise<Record<string, never>[]> => {
  const rows: { detail: Record<string, never> }[] = await world.source.query(
    'select detail from audit_entry where action = $1 order by id desc limit 1',
    [action],
  );
  return rows.map(({ detail }) => detail);
};
const noticesOf = (userId: string): Promise<{ kind: string; parameters: Record<string, string> }[]> =>
  world.source.query(
    `select kind, parameters from account_notice where user_id = $1 and kind like 'maintenance-%' order by id`,
    [userId],
  );

describe('a maintenance table', () => {
  it('is announced a week before it takes effect, as a day begins, and everybody sees it until then', async () => {
    const before = await shown();
    const former = await table();
    const agreedAt = world.clock.now();
    const dueAt = await agree();
    expect(dueAt % DAY_MS).toBe(0);
    expect(dueAt - agreedAt).toBeGreaterThanOrEqual(7 * DAY_MS);
    expect(dueAt - agreedAt).toBeLessThan(8 * DAY_MS);
    expect(await table()).toEqual(former);
    const waits = await shown();
    expect(waits).toMatchObject({ steps: before.steps, proposedSteps: null });
    expect(waits.announcedSteps).toMatchObject({ from: dueAt, steps: STRICTER });

    await world.get(FuturesCatalog).reload();
    const cap = (former.at(-1) as { cap: string }).cap;
    const whole = [
      { floor: '0', cap: '3000', maxLeverage: 20, rate: '0.015', deduction: '0' },
      { floor: '3000', cap, maxLeverage: 4, rate: '0.05', deduction: '105' },
    ];
    expect(world.product().announcedTiers).toEqual({ from: dueAt, tiers: whole });
    expect(world.product().tiers).toEqual(former);

    await until(dueAt - 1);
    await carryOut();
    expect(await table()).toEqual(former);
    await until(dueAt);
    // No worker has told anybody in all that time: it waits, and comes once they have heard of it.
    await carryOut();
    expect([await table(), (await acts('waiting')).length]).toEqual([former, 1]);
    await notifyAll();
    await carryOut();
    expect(await table()).toEqual(whole);
    await world.get(FuturesCatalog).reload();
    expect(world.product()).toMatchObject({ tiers: whole, announcedTiers: null });
    expect((await shown()).announcedSteps).toBeNull();

    const change = { name: 'BTC/USDT', before: { steps: before.steps }, after: { steps: STRICTER } };
    expect(await lines('perpetual-tiers.propose')).toMatchObject([{ ...change, about: '1' }]);
    expect(await lines('proposal.approve')).toMatchObject([{ ...change, dueAt: new Date(dueAt).toISOString() }]);
    expect(await lines('announced-act.done')).toMatchObject([change]);
  });

  it('is refused where nothing changes, where there is no such product, and of a version that is not of now', async () => {
    const { steps } = await shown(ETH_MARKET);
    expect(await propose(steps, { marketId: ETH_MARKET })).toMatchObject({ code: 'operations.nothing-changed' });
    for (const id of ['0', '999999', 'x', '1e1', '-1']) {
      const reply = await desk(ann, `products/tiers/${id}`, { tiers: STRICTER, seen: 'x', reason: 'Nobody' });
      expect(reply).toMatchObject({ code: 'operations.not-found' });
    }
    const old = await propose(STRICTER, { marketId: ETH_MARKET, seen: 'of yesterday' });
    expect(old).toMatchObject({ code: 'operations.terms-changed' });
  });

  it.each([
    ['tiers', []],
    ['tiers', [{ floor: 0, maintenancePercent: '1', maxLeverage: 50 }]],
    ['tiers', [{ floor: '0', maintenancePercent: '1', maxLeverage: '50' }]],
    ['tiers', [{ floor: '0', maintenancePercent: '1' }]],
    ['tiers', [{ floor: '-1', maintenancePercent: '1', maxLeverage: 50 }]],
    ['tiers', [null]],
    ['tiers', 'none'],
    ['tiers.0.floor', [{ floor: '1', maintenancePercent: '1', maxLeverage: 50 }]],
    ['tiers.0.floor', [{ floor: '99999999999999999999', maintenancePercent: '1', maxLeverage: 50 }]],
    ['tiers.0.maintenancePercent', [{ floor: '0', maintenancePercent: '100', maxLeverage: 50 }]],
    ['tiers.0.maintenancePercent', [{ floor: '0', maintenancePercent: '4.9', maxLeverage: 50 }]],
    ['tiers.0.maxLeverage', [{ floor: '0', maintenancePercent: '1', maxLeverage: 19 }]],
  ])('names what is wrong: %s of %j', async (field, tiers) => {
    const seen = (await shown(ETH_MARKET)).stepsVersion;
    const reply = await desk(ann, `products/tiers/${ETH_MARKET}`, { tiers, seen, reason: 'Wrong' });
    expect(reply).toMatchObject({ code: 'request.invalid', message: `Please check this field: ${field}` });
  });

  it('takes another one who decides terms, and is proposed once at a time', async () => {
    expect(await propose(STRICTER, { marketId: ETH_MARKET, by: support })).toMatchObject({ code: 'access.forbidden' });
    const both = await Promise.all([
      propose(STRICTER, { marketId: ETH_MARKET }),
      propose(STRICTER, { marketId: ETH_MARKET, by: bob }),
    ]);
    const proposed = both.find(({ type }) => type === 'ok') as DeskReply;
    expect(both.map(({ code }) => code ?? 'done').sort()).toEqual(['done', 'operations.proposal-open']);
    const { proposedSteps } = await shown(ETH_MARKET);
    expect(proposedSteps).toEqual({ id: idOf(proposed), from: null, steps: STRICTER });
    const [{ by }] = await world.source.query(
      'select o.login as by from operator_proposal p join operator o on o.id = p.proposed_by where p.id = $1',
      [idOf(proposed)],
    );
    const own = by === ann.login ? ann : bob;
    const path = `proposals/${idOf(proposed)}/approve`;
    expect(await desk(own, path, {})).toMatchObject({ code: 'wallet.second-person' });
    const setter = await anOperator(world.source, 'settings');
    await stayLoggedIn();
    expect(await desk(setter, path, {})).toMatchObject({ code: 'access.forbidden' });
    // Two who agree at once: it is announced once.
    const carl = await anOperator(world.source, 'treasurer');
    await stayLoggedIn();
    const agreed = await Promise.all([own === ann ? bob : ann, carl].map((each) => desk(each, path, {})));
    expect(agreed.map(({ code }) => code ?? 'done').sort()).toEqual(['done', 'operations.proposal-decided']);
    expect(await acts('waiting')).toHaveLength(1);
    // Beside one that is announced no other one is proposed.
    expect(await propose(STRICTER.slice(0, 1), { marketId: ETH_MARKET })).toMatchObject({
      code: 'operations.act-waits',
    });
  });

  it('is not agreed on where another one stands there by then', async () => {
    const proposed = await propose(STRICTER, { marketId: ETH_MARKET });
    const lowest = 'update maintenance_tier set maintenance_ratio = $1 where market_id = 2 and floor = 0';
    await world.source.query(lowest, ['0.0041']);
    const reply = await desk(bob, `proposals/${idOf(proposed)}/approve`, {});
    expect(reply).toMatchObject({ code: 'operations.terms-changed' });
    await world.source.query(lowest, ['0.004']);
    expect(await acts('waiting')).toEqual([]);
  });

  it('is not agreed on beside one that is announced', async () => {
    const proposed = await propose(STRICTER, { marketId: ETH_MARKET });
    await world.source.query(
      `insert into maintenance_change (market_id, tiers, holds_from, told) values (2, '[]', now(), true)`,
    );
    const reply = await desk(bob, `proposals/${idOf(proposed)}/approve`, {});
    await world.source.query('delete from maintenance_change where market_id = 2 and ended is null');
    expect(reply).toMatchObject({ code: 'operations.act-waits' });
    expect(await acts('waiting')).toEqual([]);
  });

  it('is judged again when it is due: what does not fit any more fails, and the former one stays', async () => {
    const former = await table(ETH_MARKET);
    const dueAt = await agree(STRICTER, ETH_MARKET);
    await world.source.query(`update futures_product set leverages = '{1,50}' where market_id = 2`);
    await until(dueAt);
    await carryOut();
    expect((await acts('failed')).at(-1)).toMatchObject({ reason: 'request.invalid' });
    expect(await table(ETH_MARKET)).toEqual(former);
    await offer(ETH_MARKET);
    expect(world.product(ETH_MARKET).announcedTiers).toBeNull();
    // Nothing is left of it, so that it can be proposed anew.
    await agree(STRICTER, ETH_MARKET);
  });

  it('is stopped by an administrator, and does not come', async () => {
    const former = await table(ETH_MARKET);
    const dueAt = await agree(STRICTER, ETH_MARKET);
    const [act] = await acts('waiting');
    expect((await desk(admin, `announced/${act?.id}/stop`, { reason: 'Too strict' })).type).toBe('ok');
    await world.get(FuturesCatalog).reload();
    expect(world.product(ETH_MARKET).announcedTiers).toBeNull();
    await until(dueAt);
    await carryOut();
    expect(await table(ETH_MARKET)).toEqual(former);
  });

  it('never takes effect within a week, whatever code runs', async () => {
    const proposal = idOf(await propose(STRICTER, { marketId: ETH_MARKET }));
    const soon = world.source.query(
      `insert into operator_announced_act (kind, subject_id, detail, reason, proposal_id, proposed_by, proposed_at,
         approved_by, began_at, due_at)
       select kind, subject_id, detail, reason, id, proposed_by, proposed_at, $2, now(), now() + interval '167 hours'
         from operator_proposal where id = $1`,
      [proposal, bob.operatorId],
    );
    await expect(soon).rejects.toThrow('operator_announced_act_tiers');
  });
});

describe('those who hold something in the market', () => {
  it('are told from when on, once, and that it does not come after all', async () => {
    const [held, waits, demo, gone, elsewhere] = await Promise.all(['1', '2', '3', '4', '5'].map(() => world.user()));
    const main = await world.user();
    const marketId = ETH_MARKET;
    await world.open(held as string, { marketId });
    await world.open(held as string, { marketId, side: 'short' });
    await world.open(waits as string, { marketId, isLimit: true, limitPrice: '2500' });
    await fund(world.source, demo as string, '5000', { kind: 'contract', demo: true });
    await world.open(demo as string, { marketId, demo: true });
    const closed = await world.open(gone as string, { marketId });
    await world.close1(gone as string, closed.positionId);
    await world.open(elsewhere as string, { lots: 1 });
    const sub = await world.get(ManageSubAccounts).open(main, 'Second', CALLER);
    await fund(world.source, sub, '5000', { kind: 'contract' });
    await world.open(sub, { marketId });

    const dueAt = await agree(STRICTER, marketId);
    await Promise.all([notifyAll(), notifyAll()]);
    await notifyAll();
    const from = new Date(dueAt).toISOString().slice(0, 19).replace('T', ' ');
    const notice = { kind: 'maintenance-announced', parameters: { market: 'ETH/USDT', from } };
    expect(await noticesOf(held as string)).toEqual([notice]);
    expect(await noticesOf(waits as string)).toEqual([notice]);
    for (const other of [demo, gone, elsewhere, sub]) expect(await noticesOf(other as string)).toEqual([]);
    const ofSub = { ...notice, parameters: { ...notice.parameters, account: 'Second' } };
    expect(await noticesOf(main)).toEqual([ofSub]);

    const [act] = await acts('waiting');
    await desk(admin, `announced/${act?.id}/stop`, { reason: 'Too strict' });
    await notifyAll();
    await notifyAll();
    expect(await noticesOf(held as string)).toEqual([notice, { ...notice, kind: 'maintenance-off' }]);
    expect(await noticesOf(main)).toEqual([ofSub, { ...ofSub, kind: 'maintenance-off' }]);
  });

  it('are told in batches, each of them once', async () => {
    const users = await Promise.all(Array.from({ length: 3 }, () => world.user()));
    for (const user of users) await world.open(user, { marketId: ETH_MARKET });
    await agree(STRICTER, ETH_MARKET);
    // As if a worker had broken off behind the first of them.
    const inOrder = [...users].sort((one, other) => Number(one) - Number(other));
    await world.source.query('update maintenance_change set last_user = $1 where ended is null', [inOrder[0]]);
    await world.get(NotifyOfMaintenance).execute();
    const counts = await Promise.all(inOrder.map(async (user) => (await noticesOf(user)).length));
    expect(counts).toEqual([0, 1, 1]);
  });
});

describe('positions that were opened by the former table', () => {
  it('keep their size and leverage, and are judged by the new one from its day on', async () => {
    const user = await world.user('40000');
    const marketId = ETH_MARKET;
    // 30,000 with 20x, which the new table has 4x for, and one that it would allow.
    const { lotSize } = world.product(marketId);
    const lots = Math.round(30_000 / (3000 * Number(lotSize)));
    const large = await world.open(user, { marketId, leverage: 20, lots, marginMode: 'isolated' });
    const other = await world.user('40000');
    const cross = await world.open(other, { marketId, leverage: 10, lots, marginMode: 'cross' });
    const priceOf = async (who: string, positionId: string) => {
      const { figures } = await world.get(ListFutures).open({ userId: who, demo: false });
      return figures.find((each) => each.positionId === positionId)?.liquidationPrice;
    };
    const former = Number(await priceOf(user, large.positionId));
    const milder: TierTerms[] = [
      { floor: '0', maintenancePercent: '1', maxLeverage: 20 },
      { floor: '20000', maintenancePercent: '3', maxLeverage: 4 },
    ];
    const dueAt = await agree(milder, marketId);
    expect(Number(await priceOf(user, large.positionId))).toBe(former);
    await until(dueAt);
    await notifyAll();
    await carryOut();
    await world.get(FuturesCatalog).reload();
    await world.get(FollowOpenPositions).readTerms();

    // Longs: E - W - D, over Q (1 - rate - fee); 30,000 of notional, 400 of deduction.
    const { entryPrice, margin, lotSize: size, closeFeeRatio } = await world.row(user, large.positionId);
    const quantity = lots * Number(size);
    const expected =
      (Number(entryPrice) * quantity - Number(margin) - 400) / (quantity * (1 - 0.03 - Number(closeFeeRatio)));
    const now = Number(await priceOf(user, large.positionId));
    expect(now).toBeGreaterThan(former);
    expect(now).toBeCloseTo(expected, 1);
    const order = { marketId, leverage: 20, lots, marginMode: 'isolated' } as const;
    await expect(world.submit(await world.user('40000'), order)).rejects.toMatchObject({
      code: 'futures.leverage',
    });

    const inOrder = async () => (await world.get(CheckBooks).execute()).filter(({ rows }) => rows.length > 0);
    expect(await inOrder()).toEqual([]);
    await world.commands.margin.execute({ userId: user, positionId: large.positionId, amount: '500', key: 'tiers-1' });
    expect(Number(await priceOf(user, large.positionId))).toBeLessThan(now);
    await world.close1(user, large.positionId, { lots: 1 });
    expect(await world.row(user, large.positionId)).toMatchObject({ lots: lots - 1, leverage: 20, status: 1 });
    expect(await inOrder()).toEqual([]);
    await world.close1(user, large.positionId);
    expect((await world.row(user, large.positionId)).status).toBe(3);
    await world.close1(other, cross.positionId);
    expect((await world.row(other, cross.positionId)).status).toBe(3);
    expect(await inOrder()).toEqual([]);
  });

  it('are liquidated at the price of the new table, and not of the former one', async () => {
    const user = await world.user('40000');
    const marketId = BTC_MARKET;
    // 600 at 10x; by the table of the first test 1.5 % are kept, by the new one 6 %.
    const held = await world.open(user, { marketId, leverage: 10, lots: 1, marginMode: 'isolated' });
    const dueAt = await agree([{ floor: '0', maintenancePercent: '4', maxLeverage: 20 }], marketId);
    await until(dueAt);
    await worker.price('56800', {}, 3);
    expect((await world.row(user, held.positionId)).status).toBe(1);
    await notifyAll();
    await carryOut();
    await world.get(FollowOpenPositions).readTerms();
    await worker.price('56800', {}, 3);
    expect((await world.row(user, held.positionId)).status).toBe(1);
    await worker.price('56100', {}, 3);
    expect(await world.row(user, held.positionId)).toMatchObject({ status: 3, closedAs: 'liquidated' });
  });
});
