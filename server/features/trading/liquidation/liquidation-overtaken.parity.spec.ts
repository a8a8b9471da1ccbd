import * as fc from 'fast-check';
import { Client } from 'pg';
import { Decimal } from '../../../contract/decimal.js';
import { createTestDatabase, type TestDatabase } from '../../../test/database.js';
import { PARITY_CASES } from '../../../test/stored-rules.js';

/** Who is told that a level has gone is who would be refused it, and nobody else. */
const UNIT = '0.00000001';

let database: TestDatabase;
let client: Client;

beforeAll(async () => {
  database = await createTestDatabase();
  client = new Client({ connectionString: database.url });
  await client.connect();
  await client.query(`
    create function pg_temp.both(noted jsonb, first jsonb, second jsonb) returns jsonb language plpgsql as $$
    declare
      overtaken bigint[];
      refused jsonb := '[]';
      taking jsonb;
    begin
      perform depth_take(jsonb_build_array(noted)) where noted is not null;
      overtaken := liquidation_overtaken(jsonb_build_array(
        jsonb_build_object('items', jsonb_build_array(jsonb_build_object('id', '1', 'takes', first))),
        jsonb_build_object('items', '[]'::jsonb),
        jsonb_build_object('items', jsonb_build_array(jsonb_build_object('id', '2', 'takes', null),
          jsonb_build_object('id', '3', 'takes', second)))));
      foreach taking in array array[jsonb_build_array(first), jsonb_build_array(first, second)] loop
        begin
          perform depth_take(taking);
          raise exception 'taken' using errcode = 'XX999';
        exception when others then
          refused := refused || to_jsonb(sqlstate <> 'XX999');
        end;
      end loop;
      raise exception '%', jsonb_build_object('overtaken', to_jsonb(overtaken), 'refused', refused) using errcode = 'XX998';
    exception when sqlstate 'XX998' then
      return sqlerrm::jsonb;
    end $$`);
}, 60_000);
afterAll(async () => {
  await client?.end();
  await database?.drop();
});

const quantity = fc.integer({ min: 1, max: 30 }).map((units) => new Decimal(UNIT).times(units).toFixed());
const taking = (quoted: string, much: string, bookAt: number) => ({
  market: 1,
  book: 'perpetual',
  demo: false,
  side: 'sell',
  bookAt,
  levels: [['60000.5', quoted, much]],
});
const given = fc.record({
  noted: fc.option(fc.record({ quoted: quantity, taken: quantity, bookAt: fc.integer({ min: 1, max: 3 }) })),
  quoted: quantity,
  first: quantity,
  second: quantity,
});

it('is the same to a look and to the taking itself', async () => {
  const cases = fc.sample(given, PARITY_CASES).map(({ noted, quoted, first, second }) => ({
    noted: noted && taking(noted.quoted, Decimal.min(noted.quoted, noted.taken).toFixed(), noted.bookAt),
    first: taking(quoted, first, 2),
    second: taking(quoted, second, 2),
  }));
  const { rows } = await client.query<{ both: { overtaken: number[]; refused: boolean[] } }>(
    `select pg_temp.both(noted, first, second) as both
       from rows from (jsonb_to_recordset($1) as (noted jsonb, first jsonb, second jsonb))
       with ordinality as given (noted, first, second, place) order by place`,
    [JSON.stringify(cases)],
  );
  const seen = new Set<string>();
  for (const [place, one] of cases.entries()) {
    const { overtaken, refused } = rows[place]?.both as { overtaken: number[]; refused: boolean[] };
    expect({ one, overtaken: [1, 2].map((id) => overtaken.includes(id)) }).toEqual({ one, overtaken: refused });
    seen.add(String(refused));
  }
  expect([...seen].sort()).toEqual(['false,false', 'false,true', 'true,true']);
});
