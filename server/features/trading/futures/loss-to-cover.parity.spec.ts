import * as fc from 'fast-check';
import { Client } from 'pg';
import { Decimal } from '../../../contract/decimal.js';
import { crossTotals, judged } from '../../../contract/rules/position-figures.rules.js';
import type { FuturesPositionView, FuturesProductView } from '../../../contract/trading/futures.dto.js';
import { createTestDatabase, type TestDatabase } from '../../../test/database.js';
import { PARITY_CASES } from '../../../test/stored-rules.js';

const FIRST_USER = 1_000_000;
const USDT = 3;
const UNIT = '0.000000000000000001';
/** The third market has no mark. */
const MARKS: Record<number, string> = { 1: '59000.5', 2: '61000.123456789' };

let database: TestDatabase;
let client: Client;

beforeAll(async () => {
  database = await createTestDatabase();
  client = new Client({ connectionString: database.url });
  await client.connect();
  await client.query(`
    create function pg_temp.refusal_of(asked_user bigint, asked_demo boolean, after numeric, marks jsonb) returns text
    language plpgsql as $$
    begin
      perform futures_assert_loss_covered(array[jsonb_build_object('account', 'contract', 'after', after::text)], asked_user, ${USDT},
        asked_demo, marks);
      return null;
    exception when others then
      return sqlstate;
    end $$`);
}, 60_000);
afterAll(async () => {
  await client?.end();
  await database?.drop();
});

const row = fc.record({
  marketId: fc.constantFrom(1, 1, 1, 2, 2, 2, 2, 3),
  side: fc.constantFrom(1, -1),
  status: fc.constantFrom(1, 1, 1, 2, 0),
  isCross: fc.boolean(),
  lots: fc.integer({ min: 1, max: 60_000 }),
  entry: fc.integer({ min: 5_500_000, max: 6_500_000 }),
});
const account = fc.record({ demo: fc.boolean(), rows: fc.array(row, { minLength: 1, maxLength: 4 }) });

/** Past the guards of the table: only what it says is read. */
async function store(accounts: (typeof account extends fc.Arbitrary<infer One> ? One : never)[]): Promise<void> {
  const rows = accounts.flatMap(({ demo, rows: own }, place) =>
    own.map((each) => ({ ...each, user_id: FIRST_USER + place, demo, entry: (each.entry / 100).toFixed(2) })),
  );
  await client.query('set session_replication_role = replica');
  await client.query(
    `insert into futures_position (user_id, market_id, currency_id, demo, side, price_type, margin_mode, status, leverage,
       lot_size, lots, lots_ordered, market_price, entry_price, reserved, margin, open_fee_ratio, close_fee_ratio,
       created_at, updated_at)
     select user_id, "marketId", ${USDT}, demo, side, 'market', case when "isCross" then 'cross' else 'isolated' end, status, 10,
            0.01, lots, lots, 60000, entry, 0, 10, 0, 0.0005, now(), now()
       from jsonb_to_recordset($1) as given (user_id bigint, "marketId" integer, demo boolean, side smallint,
         "isCross" boolean, status smallint, lots integer, entry numeric)`,
    [JSON.stringify(rows)],
  );
  await client.query('set session_replication_role = origin');
}

const product = { tiers: [{ floor: '0', cap: '1000000000', rate: '0.004', deduction: '0', maxLeverage: 100 }] };

/** What must stay by the page's rule; null where that cannot be said. */
function byRule(positions: FuturesPositionView[]): Decimal | null {
  const now = judged(positions, {
    available: () => '0',
    mark: (marketId) => (MARKS[marketId] === undefined ? null : { mark: MARKS[marketId], at: null }),
    product: () => product as FuturesProductView,
  });
  const { gain, isKnown } = crossTotals(positions, USDT, now);
  return isKnown ? Decimal.max(0, gain.negated()) : null;
}

describe('what must stay of a futures account', () => {
  it('is for a command what it is for a page: to the last unit, and unknown where a mark is missing', async () => {
    const accounts = fc.sample(account, PARITY_CASES);
    await store(accounts);
    const { rows: known } = await client.query<{ user: string; views: FuturesPositionView[] }>(
      `select user_id::text as "user", jsonb_agg(futures_view(p)) as views from futures_position p
        where user_id >= ${FIRST_USER} group by user_id`,
    );
    const views = new Map(known.map(({ user, views: own }) => [user, own]));
    const asked = accounts.map(({ demo }, place) => {
      const user = String(FIRST_USER + place);
      const minimum = byRule(views.get(user) ?? []);
      const after = (minimum ?? new Decimal(0)).toFixed();
      return { user, demo, after, less: new Decimal(after).minus(UNIT).toFixed(), minimum };
    });
    const { rows: answers } = await client.query<{ enough: string | null; less: string | null }>(
      `select pg_temp.refusal_of("user", demo, after, $2) as enough, pg_temp.refusal_of("user", demo, less, $2) as less
         from rows from (jsonb_to_recordset($1) as ("user" bigint, demo boolean, after numeric, less numeric))
         with ordinality as given ("user", demo, after, less, place) order by place`,
      [JSON.stringify(asked), JSON.stringify(MARKS)],
    );
    const expected = asked.map(({ minimum }) => {
      if (minimum === null) return { enough: 'FU010', less: 'FU010' };
      return { enough: null, less: minimum.isZero() ? null : 'LG001' };
    });
    for (const [place, given] of asked.entries())
      expect({ given, ...answers[place] }).toEqual({ given, ...expected[place] });
    const kinds = new Set(expected.map(({ enough, less }) => `${enough} ${less}`));
    expect(kinds).toEqual(new Set(['FU010 FU010', 'null null', 'null LG001']));
  }, 60_000);
});
