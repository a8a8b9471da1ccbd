import * as fc from 'fast-check';
import { Client } from 'pg';
import { DataSource } from 'typeorm';
import type { MaintenanceTier, PositionSide } from '../../../contract/rules/margin.rules.js';
import { createTestDatabase, type TestDatabase } from '../../../test/database.js';
import { tapeSeconds } from '../../../test/factories/tape.js';
import { PARITY_CASES } from '../../../test/stored-rules.js';
import { type DecisionMarket, type HeldPosition, FuturesIndexStore, isolatedStanding } from '../futures-index/index.js';
import { goneMarket, judgedAccount, unpricedMarket } from '../futures-index/unpriced-market.rules.js';
import { DueMarginsStore } from './due-margins.store.js';

const FIRST_USER = 1_000_000;
const MARKETS = [1, 2];
/** It has been without a price for a week. */
const GONE = 4;
/** Without a price for a moment, and for an hour. */
const GAP = 5;
const PAUSED = 6;
const AT = Math.floor(Date.now() / 1000) * 1000;
const ACCOUNTS = PARITY_CASES;

let database: TestDatabase;
let client: Client;
let source: DataSource;
/** As a worker. */
let serving: DataSource;

beforeAll(async () => {
  database = await createTestDatabase();
  client = new Client({ connectionString: database.url });
  await client.connect();
  source = await new DataSource({ type: 'postgres', url: database.url }).initialize();
  serving = await new DataSource({ type: 'postgres', url: database.workerUrl }).initialize();
}, 60_000);
afterAll(async () => {
  await serving?.destroy();
  await source?.destroy();
  await client?.end();
  await database?.drop();
});

/** Whole cents and whole lots: what is exactly as much as it needs is not due. */
const row = fc.record({
  marketId: fc.constantFrom(...MARKETS, ...MARKETS, ...MARKETS, ...MARKETS, GONE, GAP, PAUSED),
  side: fc.constantFrom(1, -1),
  status: fc.constantFrom(1, 1, 1, 0, 2),
  isCross: fc.boolean(),
  lots: fc.oneof(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 1, max: 60_000 })),
  entry: fc.integer({ min: 5_500_000, max: 6_500_000 }),
  /** Ten-thousandths of the value. */
  marginShare: fc.integer({ min: 1, max: 1500 }),
  feeRate: fc.constantFrom('0', '0.0005', '0.00333'),
});
const account = fc.record({
  demo: fc.boolean(),
  /** Ten-thousandths of all values. */
  freeShare: fc.constantFrom(0, 0, 10, 100, 1000),
  rows: fc.array(row, { minLength: 1, maxLength: 6 }),
});

type Account = typeof account extends fc.Arbitrary<infer Value> ? Value : never;
const LOT = '0.01';
const cents = (value: number): string => (Math.round(value) / 100).toFixed(2);
const valueOf = ({ lots, entry }: Account['rows'][number]): number => (lots * entry) / 100;

/** Past the guards of the tables: the sweep only reads. */
async function store(accounts: readonly Account[]): Promise<void> {
  const users = accounts.map(({ demo, freeShare, rows }, place) => ({
    user_id: FIRST_USER + place,
    demo,
    free: cents((freeShare / 10_000) * rows.reduce((sum, each) => sum + valueOf(each), 0)),
  }));
  const rows = accounts.flatMap(({ demo, rows: own }, place) =>
    own.map((each) => ({
      ...each,
      user_id: FIRST_USER + place,
      demo,
      entry: cents(each.entry),
      money: cents((each.marginShare / 10_000) * valueOf(each)),
    })),
  );
  await client.query(`set session_replication_role = replica;
    truncate futures_position cascade; delete from ledger_account where owner_key >= ${FIRST_USER}`);
  await client.query(
    `insert into ledger_account (owner_id, owner_key, house, kind, currency_id, scale, demo, balance, may_go_negative)
     select user_id, user_id, false, 'contract', 3, (select scale from currency where id = 3), demo, free, false
       from jsonb_to_recordset($1) as given (user_id bigint, demo boolean, free numeric)`,
    [JSON.stringify(users)],
  );
  await client.query(
    `insert into futures_position (user_id, market_id, currency_id, demo, side, price_type, margin_mode, status, leverage,
       lot_size, lots, lots_ordered, market_price, entry_price, reserved, margin, open_fee_ratio, close_fee_ratio,
       created_at, updated_at)
     select user_id, "marketId", 3, demo, side, 'market', case when "isCross" then 'cross' else 'isolated' end, status, 10,
            ${LOT}, lots, lots, 60000, entry, case status when 0 then money else 0 end,
            case status when 0 then 0 else money end, 0, "feeRate", $2, $2
       from jsonb_to_recordset($1) as given (user_id bigint, "marketId" integer, demo boolean, side smallint,
         "isCross" boolean, status smallint, lots integer, entry numeric, money numeric, "feeRate" numeric)`,
    [JSON.stringify(rows), new Date(AT - 60_000)],
  );
  await client.query('set session_replication_role = origin; analyze futures_position; analyze ledger_account');
}

/** A table whose second market is much steeper. */
async function storeTables(): Promise<void> {
  await client.query('delete from maintenance_tier where market_id = any ($1)', [[...MARKETS, GAP, PAUSED]]);
  await client.query(
    `insert into maintenance_tier (market_id, floor, cap, max_leverage, maintenance_ratio, deduction)
     values (1, 0, 50000, 100, 0.004, 0), (1, 50000, 250000, 50, 0.005, 50), (1, 250000, 1000000, 20, 0.01, 1300),
            (1, 1000000, 1000000000, 10, 0.025, 16300),
            (2, 0, 12000, 20, 0.01, 0), (2, 12000, 1000000000, 5, 0.07, 720),
            (5, 0, 50000, 100, 0.004, 0), (5, 50000, 1000000000, 50, 0.03, 1300),
            (6, 0, 12000, 20, 0.01, 0), (6, 12000, 1000000000, 5, 0.07, 720)`,
  );
}

const lastMarks = { [GAP]: ['59400', '59300'], [PAUSED]: ['60900', '60800'] } as Record<number, [string, string]>;
const marks = { 1: ['59000', '59500'], 2: ['61000', '60750'] } as Record<number, [string, string]>;

async function tape(): Promise<void> {
  const seconds = Array.from({ length: 10 }, (_, second) => AT - (9 - second) * 1000);
  await tapeSeconds(
    source,
    MARKETS.flatMap((marketId) =>
      seconds.map((at, place) => {
        const mark = marks[marketId]?.[place % 2] ?? null;
        return { marketId, at, index: mark, mark, origin: 'live' as const };
      }),
    ),
  );
}

/** The market as the rules see it, each side at the most favourable mark of the tape. */
function asDecided(marketId: number, tiers: MaintenanceTier[]): DecisionMarket {
  if (marketId === GONE) return goneMarket({ tiers, scale: 8 });
  const last = lastMarks[marketId];
  if (last) return unpricedMarket({ tiers, scale: 8 }, { long: last[0], short: last[1] }, marketId === PAUSED);
  const [low, high] = [...(marks[marketId] as [string, string])].sort();
  return { tiers, scale: 8, marks: { long: high, short: low } as Record<PositionSide, string>, closing: null };
}

/** What the rules say of every open row and account. */
async function byRules(accounts: readonly Account[]) {
  const reads = new FuturesIndexStore(serving);
  const terms = (await reads.terms()).filter(({ marketId }) => [...MARKETS, GONE, GAP, PAUSED].includes(marketId));
  const markets = new Map(terms.map((each) => [each.marketId, asDecided(each.marketId, each.tiers)]));
  const ids: { id: string }[] = await source.query('select id::text as id from futures_position where status = 1');
  const standing = (held: HeldPosition) => isolatedStanding(held, markets.get(held.marketId) as DecisionMarket);
  const isolated = (await reads.isolated(ids.map(({ id }) => Number(id)))).filter(
    (held) => MARKETS.includes(held.marketId) && standing(held).liquidated,
  );
  const keys = accounts.map(({ demo }, place) => ({ userId: String(FIRST_USER + place), demo }));
  const cross = (await reads.cross(keys)).filter(
    // An account that holds nothing else is left alone: nothing of it can be closed.
    ({ positions, backing }) =>
      positions.some(({ marketId }) => MARKETS.includes(marketId)) &&
      judgedAccount(positions, backing, markets).now.liquidated,
  );
  return {
    ids: isolated.map(({ id }) => Number(id)).sort((a, b) => a - b),
    accounts: cross.map(({ positions: [first] }) => `${first?.userId}:${first?.demo ? 1 : 0}`).sort(),
  };
}

async function bySweep() {
  const due = { ids: [] as number[], accounts: [] as string[] };
  const store = new DueMarginsStore(serving);
  const unpriced = [
    { marketId: GONE, origin: null, long: null, short: null, paused: false, gone: [false, true] },
    ...[GAP, PAUSED].map((marketId) => {
      const [long, short] = lastMarks[marketId] as [string, string];
      return { marketId, origin: 'live' as const, long, short, paused: marketId === PAUSED, gone: [] };
    }),
  ];
  const query = { rows: 500, realMoneyOrigins: ['live' as const], unpriced, at: new Date(AT), seconds: 10 };
  for (let after = '0'; ; ) {
    const slice = await store.slice({ ...query, after });
    if (!slice) break;
    due.ids.push(...slice.due.ids);
    due.accounts.push(...slice.due.accounts);
    after = slice.lastUser;
  }
  return { ids: due.ids.sort((a, b) => a - b), accounts: due.accounts.sort() };
}

describe('what is due by rows and tape', () => {
  it('is in the database what the rules of a decision say, of every position and account', async () => {
    await storeTables();
    await tape();
    const accounts = fc.sample(account, ACCOUNTS);
    await store(accounts);
    const expected = await byRules(accounts);
    expect(await bySweep()).toEqual(expected);
    expect([expected.ids.length > 100, expected.accounts.length > 50, expected.accounts.length < ACCOUNTS / 2]).toEqual(
      [true, true, true],
    );
  }, 60_000);
});
