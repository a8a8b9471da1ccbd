import type { DataSource } from 'typeorm';
import { createDataSource } from '../../database/data-source.js';
import { createTestDatabase, type TestDatabase } from '../../test/database.js';
import { installStoredFunctions, storedFunctions } from '../database/stored-functions.js';
import { isClockAhead } from '../database/transaction.js';

let database: TestDatabase;
let source: DataSource;

beforeAll(async () => {
  database = await createTestDatabase('own');
  source = await createDataSource(database.url, 2, false).initialize();
});
afterAll(async () => {
  await source.destroy();
  await database.drop();
});

async function reached(aheadMs: number): Promise<number> {
  const [row]: [{ late: number }] = await source.query(
    `select extract(epoch from require_reached(asked) - clock_timestamp())::double precision * 1000 as late
       from (select clock_timestamp() + $1 * interval '1 millisecond' as asked offset 0) given`,
    [aheadMs],
  );
  return row.late;
}

describe('an instant of a process', () => {
  it('counts as it is when it is behind, and never as later than the database’s own', async () => {
    expect(await reached(-3_600_000)).toBeLessThan(-3_500_000);
    expect(await reached(900)).toBeLessThanOrEqual(0);
    expect(await reached(900)).toBeGreaterThan(-500);
  });

  it.each([1500, 3_600_000, 16 * 86_400_000])('is refused when it is %i ms ahead', async (aheadMs) => {
    const error: unknown = await reached(aheadMs).catch((thrown: unknown) => thrown);
    expect(isClockAhead(error)).toBe(true);
  });
});

/** Called only by functions that have judged the instant, or move nothing by it. */
const INNER = [
  // Read by account_erasure_ask, which judges it.
  'account_rest',
  // Goes by database_now itself.
  'account_session_is_open',
  'futures_append_events',
  'futures_cancel_one',
  'futures_close_one',
  'futures_closing_add',
  'futures_fill_one',
  'futures_open_one',
  'futures_post',
  // Hands it to ledger_post.
  'ledger_post_direct',
  // Told the instant of the order's step, which OtcOrdersStore.instant has judged, or now().
  'otc_awarded_alone',
  'outbox_append',
  'outbox_append_all',
  'outbox_append_batch',
  'outbox_append_many',
  // Goes by database_now itself.
  'outbox_day',
  'recorded_price',
  'security_incidents_enough',
  // Go by database_now themselves.
  'spot_date_assert',
  'spot_stop_is_over',
  'taped_prices_assert',
];

describe('the stored functions', () => {
  it('judge the instant they are given before anything else', () => {
    const given = storedFunctions().filter(
      ({ access, text }) => access !== 'stored functions' && /\bp_at\s+timestamptz\b/.test(text),
    );
    const begins = /^begin\n {2}(p_at := |perform )require_reached\(p_at\);$/m;
    const claims = /^begin\n.*\bidempotency_claim\(p_user, p_route, p_key, p_fingerprint, p_at,/ms;
    const unjudged = given.filter(({ text }) => !begins.test(text) && !claims.test(text)).map(({ name }) => name);
    expect(given.length).toBeGreaterThan(25);
    expect(unjudged.filter((name) => name !== 'require_reached')).toEqual(INNER);
  });

  it('that settle, accrue, charge, fill, close or seal cut it to the database’s own', () => {
    const due = storedFunctions().filter(
      ({ name, access, text }) =>
        /_(settle|accrue|complete|execute|fill|fire|warn|seal_next)$/.test(name) &&
        access !== 'stored functions' &&
        /p_at\s+timestamptz/.test(text),
    );
    expect(due.map(({ name }) => name)).toEqual([
      'audit_seal_next',
      'funding_settle',
      'futures_closing_fill',
      'futures_fill',
      'ieo_settle',
      'ledger_seal_next',
      'liquidation_execute',
      'liquidation_warn',
      'option_settle',
      'spot_execute',
      'trigger_execute',
      'trigger_fire',
      'trust_accrue',
      'trust_complete',
    ]);
    const uncut = due.filter(({ text }) => !/^begin\n {2}p_at := require_reached\(p_at\);$/m.test(text));
    expect(uncut.map(({ name }) => name)).toEqual([]);
  });
});

describe('the clock of a test', () => {
  it('decides in its own database alone: whoever migrates gets the database’s own back', async () => {
    const tests = await createTestDatabase();
    const other = await createDataSource(tests.url, 1, false).initialize();
    const isFuture = async () => {
      const [row] = await other.query(`select database_now('2999-01-01') > '2900-01-01' as future`);
      return row.future as boolean;
    };
    try {
      expect(await isFuture()).toBe(true);
      await installStoredFunctions(other);
      expect(await isFuture()).toBe(false);
    } finally {
      await other.destroy();
      await tests.drop();
    }
  });
});
