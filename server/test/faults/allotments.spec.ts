import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { DataSource } from 'typeorm';
import { hoursOf } from '../../contract/rules/ieo-draw.rules.js';
import { checkAllotment } from '../../contract/rules/ieo-proof.rules.js';
import { termsOf } from '../../contract/rules/ieo-table.rules.js';
import { createDataSource } from '../../database/data-source.js';
import { TapeRootsStore } from '../../features/markets/tape/tape-roots.store.js';
import { ApplyForIeo } from '../../features/trading/ieo/apply-for-ieo.js';
import { allotmentView } from '../../features/trading/ieo/ieo-views.js';
import { IeoStore } from '../../features/trading/ieo/ieo.store.js';
import { IeoWorkStore } from '../../features/trading/ieo/ieo-work.store.js';
import { ListSoldCoin } from '../../features/trading/ieo/list-sold-coin.js';
import { PayForIeo } from '../../features/trading/ieo/pay-for-ieo.js';
import { SealAllotment } from '../../features/trading/ieo/seal-allotment.js';
import { GetAllotment } from '../../features/trading/ieo/get-allotment.js';
import { SweepIeo } from '../../features/trading/ieo/sweep-ieo.js';
import { JudgeListing, ListCoin } from '../../features/markets/listing/index.js';
import { Ledger } from '../../features/wallet/ledger/index.js';
import { Config } from '../../platform/config/config.js';
import { Transactions } from '../../platform/database/transactions.store.js';
import { IdempotencyStore } from '../../platform/idempotency/idempotency.store.js';
import { IdempotentCommands } from '../../platform/idempotency/idempotent-commands.js';
import { Metrics } from '../../platform/metrics/metrics.js';
import { Outbox } from '../../platform/outbox/outbox.js';
import { bootApp, type TestApp } from '../app.js';
import { closeInOrder } from '../books-in-order.js';
import { aSale, listSale, type Sale, tapeHoursOfSales, verifyUsers } from '../factories/ieo.js';
import { aUserId, fund, USDT } from '../factories/ledger.js';
import { FakeClock } from '../fakes/fake-clock.js';
import { seeded, sleep } from './calls.js';
import { sizeOf } from './product.js';

/**
 * Sales from the applications to the last release, by workers whose connections end at any instant. `FAULTS_KILLS=50`
 * makes it long.
 */
const KILLS = sizeOf('FAULTS_KILLS', 2);
const SEED = sizeOf('FAULTS_SEED', 20_261_125);
/** Applications of a sale that is made then end with an hour. */
const START = Date.UTC(2027, 4, 3, 7, 59);
const DAY_MS = 86_400_000;
const LONGEST_LIFE_MS = 40;
/** Of 1,000 units, none above 300: 300 of 700, and the rest in proportion. */
const APPLIED = [700, 500, 300, 200, 120, 90, 60, 31];
/** Two do not pay for their lots, which are offered again. */
const UNPAID = [1, 4];
const CAP = 300;
const MONEY = 10_000;
const PRICE = 2;

let app: TestApp;
let source: DataSource;
let clock: FakeClock;
let began = START;
let killed = 0;
let sales = 0;
const random = seeded(SEED);
const of = <Thing>(token: abstract new (...given: never[]) => Thing): Thing => app.application.get(token);

beforeAll(async () => {
  app = await bootApp({ ROLES: 'gateway', LOG_LEVEL: 'silent' });
  source = app.owner;
  clock = new FakeClock(START);
}, 120_000);

afterAll(() => closeInOrder(app));

const commands = () => new IdempotentCommands(of(Transactions), new IdempotencyStore(app.serving), clock, of(Config));

/** A worker of its own, with two connections. Killed after a while, or never. @returns whether it did all. */
async function sweep(lifeMs: number | null): Promise<boolean> {
  const name = `allotments-${killed}-${Math.floor(random() * 1e9)}`;
  const serving = createDataSource(`${app.database.servingUrl}?application_name=${name}`, 2);
  await serving.initialize();
  const [store, transactions] = [new IeoWorkStore(serving), new Transactions(serving)];
  const seal = new SealAllotment(store, transactions);
  const worker = new SweepIeo(store, seal, transactions, of(Outbox), clock, of(Metrics));
  const work = worker.execute().then(
    () => true,
    () => false,
  );
  if (lifeMs !== null) {
    await sleep(lifeMs);
    await source.query('select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1', [name]);
  }
  const isDone = await work;
  await serving.destroy().catch(() => undefined);
  return isDone;
}

/** Everything that is due at an instant, by workers that are killed until one gets through, beside another. */
async function workAt(instant: number): Promise<void> {
  clock.set(instant);
  await tapeHoursOfSales(source, instant);
  while (killed < KILLS) {
    const [isDone] = await Promise.all([sweep(random() * LONGEST_LIFE_MS), random() < 0.3 ? sweep(null) : true]);
    if (isDone) break;
    killed += 1;
  }
  // What a worker left that was killed in its last step, and what only the next look finds.
  for (let look = 0; look < 3; look += 1) expect(await sweep(null)).toBe(true);
}

async function applicants(sale: Sale): Promise<string[]> {
  const apply = new ApplyForIeo(of(IeoStore), commands(), of(Outbox));
  const people: string[] = [];
  clock.set(sale.applyFrom);
  for (const units of APPLIED) {
    const userId = await aUserId(source);
    await fund(source, userId, String(MONEY));
    await verifyUsers(source, [userId]);
    await apply.execute({ userId, projectId: sale.id, units: String(units), agreed: true, demo: false, key: null });
    people.push(userId);
  }
  return people;
}

interface Application {
  id: string;
  userId: string;
  first: number;
  second: number;
}

async function applications({ id }: Sale): Promise<Application[]> {
  return source.query(
    `select id::text, user_id::text as "userId", allotted::integer as first, coalesce(second, 0)::integer as second
       from ieo_application where project_id = $1 order by ieo_application.id`,
    [id],
  );
}

async function pay(userId: string, applicationId: string, round: 1 | 2): Promise<void> {
  const payments = new PayForIeo(of(IeoStore), commands(), of(Outbox));
  await payments.execute({ userId, applicationId, round, demo: false, key: null });
}

async function spot(userId: string): Promise<{ money: string; coins: string; frozen: number }> {
  const rows = await of(Ledger).balancesOf(userId, false);
  const one = (kind: string, isMoney: boolean) =>
    rows.find((row) => row.kind === kind && (row.currencyId === USDT) === isMoney && row.balance !== '0')?.balance;
  return {
    money: one('spot', true) ?? '0',
    coins: one('spot', false) ?? '0',
    frozen: rows.filter(({ kind, balance }) => kind === 'spot_frozen' && balance !== '0').length,
  };
}

/** A whole sale. Everybody has what was allotted and paid for, and nothing else; anybody can compute it again. */
async function wholeSale(): Promise<void> {
  clock.set(began);
  sales += 1;
  const sale = await aSale(source, {
    at: began,
    price: String(PRICE),
    cap: CAP,
    releaseParts: 3,
    releaseDays: 1,
    coinCode: `NOVA${sales}`,
  });
  const people = await applicants(sale);
  await workAt(sale.applyUntil);
  await workAt(sale.allotAt);
  const first = await applications(sale);
  expect(first.map(({ userId }) => userId)).toEqual(people);
  // 300 for the one of 700; the others share 700 by 500 : 300 : 200 : 120 : 90 : 60 : 31 of 1,301.
  expect(first[0]?.first).toBe(CAP);
  expect(first.reduce((sum, one) => sum + one.first, 0)).toBe(1000);
  for (const [place, { id, userId }] of first.entries()) if (!UNPAID.includes(place)) await pay(userId, id, 1);
  await workAt(sale.payUntil);
  const second = await applications(sale);
  const missed = UNPAID.reduce((sum, place) => sum + (first[place]?.first ?? 0), 0);
  const wanted = first.map(({ first: units }, place) => Math.min(APPLIED[place] as number, CAP) - units);
  const most = wanted.filter((_, place) => !UNPAID.includes(place)).reduce((sum, units) => sum + units, 0);
  expect(second.reduce((sum, one) => sum + one.second, 0)).toBe(Math.min(missed, most));
  // One of the second lots is not paid for either.
  const offered = second.filter((one) => one.second > 0);
  for (const { id, userId } of offered.slice(1)) await pay(userId, id, 2);
  await workAt(sale.secondPayUntil);
  const { terms, rows, roots } = await published(sale);
  const checks = Object.values(checkAllotment(sale.code, terms, rows, roots));
  expect(checks).toEqual(Array.from({ length: 10 }, () => 'right'));
  clock.set(sale.listAt);
  const list = new ListSoldCoin(of(IeoStore), of(ListCoin), of(JudgeListing), clock);
  await listSale(sale.id, { list, transactions: of(Transactions) });
  await workAt(sale.listAt);
  for (let day = 0; day < 3; day += 1) await workAt(sale.lockUntil + day * DAY_MS);
  for (const [place, one] of second.entries()) {
    const isPaid = !UNPAID.includes(place);
    const units = (isPaid ? one.first : 0) + (isPaid && one.id !== offered[0]?.id ? one.second : 0);
    expect(await spot(one.userId)).toEqual({ money: String(MONEY - PRICE * units), coins: String(units), frozen: 0 });
  }
  began += 400 * DAY_MS;
}

/** As it is published. */
async function published({ id }: Sale) {
  const shown = new GetAllotment(of(IeoStore), clock);
  const { rows, ...over } = allotmentView(await shown.table(id, { after: '', prefix: '', limit: 1000 }), 1000);
  const terms = termsOf(over);
  const draw = terms.draw as NonNullable<typeof terms.draw>;
  const roots = await of(TapeRootsStore).list(draw.marketId, hoursOf(draw, terms.closed), 1000);
  return { terms, rows, roots };
}

describe('sales of a new coin', () => {
  it(
    `are whole after ${KILLS} workers were cut off, seed ${SEED}`,
    async () => {
      for (let isEnough = false; !isEnough; isEnough = killed >= KILLS) await wholeSale();
    },
    180_000 + KILLS * 5000,
  );
});
