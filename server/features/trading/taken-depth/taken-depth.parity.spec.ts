import * as fc from 'fast-check';
import { Client } from 'pg';
import { Decimal } from '../../../contract/decimal.js';
import { createTestDatabase, type TestDatabase } from '../../../test/database.js';
import { PARITY_CASES } from '../../../test/stored-rules.js';
import { leftOf } from './taken-depth.rules.js';

const UNIT = '0.00000001';
const PRICE = '60000.5';

let database: TestDatabase;
let client: Client;

beforeAll(async () => {
  database = await createTestDatabase();
  client = new Client({ connectionString: database.url });
  await client.connect();
  // Answers the SQLSTATE, and leaves nothing behind.
  await client.query(`
    create function pg_temp.refusal_of(noted jsonb, taking jsonb) returns text language plpgsql as $$
    begin
      perform depth_take(jsonb_build_array(noted)) where noted is not null;
      perform depth_take(jsonb_build_array(taking));
      raise exception 'taken' using errcode = 'XX999';
    exception when others then
      return nullif(sqlstate, 'XX999');
    end $$`);
}, 60_000);
afterAll(async () => {
  await client?.end();
  await database?.drop();
});

const quantity = fc.integer({ min: 1, max: 30 }).map((units) => new Decimal(UNIT).times(units).toFixed());
const instant = fc.integer({ min: 1_000_000, max: 1_000_002 });
const noted = fc
  .record({ quoted: quantity, share: fc.integer({ min: 1, max: 30 }), bookAt: instant })
  .map(({ quoted, share, bookAt }) => {
    const taken = Decimal.min(quoted, new Decimal(UNIT).times(share)).toFixed();
    return { taker: 'buy' as const, price: '60000.50', quoted, taken, bookAt };
  });
const given = fc.record({ noted: fc.option(noted), quoted: quantity, bookAt: instant });

describe('what is left of a level', () => {
  it('can be taken, and not a unit more, unless the book was older than what is noted of it', async () => {
    const cases = fc.sample(given, PARITY_CASES).map((one) => {
      const book = { symbol: 'BTC/USDT', bids: [], at: one.bookAt, confirmedAt: one.bookAt };
      const { asks } = leftOf({ ...book, asks: [[PRICE, one.quoted]] }, one.noted ? [one.noted] : []);
      const left = new Decimal(asks[0]?.[1] ?? '0');
      const taking = ({ quoted, bookAt }: { quoted: string; bookAt: number }, much: string) => ({
        market: 1,
        book: 'pair',
        demo: false,
        side: 'buy',
        bookAt,
        levels: [[PRICE, quoted, much]],
      });
      const before = one.noted && taking(one.noted, one.noted.taken);
      return { ...one, left, before, all: taking(one, left.toFixed()), more: taking(one, left.plus(UNIT).toFixed()) };
    });
    const { rows } = await client.query<{ all: string | null; more: string | null }>(
      `select pg_temp.refusal_of(before, "all") as "all", pg_temp.refusal_of(before, more) as more
         from rows from (jsonb_to_recordset($1) as (before jsonb, "all" jsonb, more jsonb))
         with ordinality as given (before, "all", more, place) order by place`,
      [JSON.stringify(cases)],
    );
    for (const [place, one] of cases.entries()) {
      // Who has read an older book sees the smaller of two quantities, and the newer one is what counts.
      const isOlder = one.noted !== null && one.bookAt < one.noted.bookAt;
      // Nothing is never taken.
      if (!one.left.isZero()) expect({ one, all: rows[place]?.all }).toEqual({ one, all: null });
      if (!isOlder) expect({ one, more: rows[place]?.more }).toEqual({ one, more: '40001' });
    }
    expect(cases.filter(({ left }) => left.isZero()).length).toBeGreaterThan(100);
  }, 60_000);
});
