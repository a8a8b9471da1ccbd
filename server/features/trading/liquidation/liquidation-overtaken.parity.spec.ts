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
    const { overtaken, refused } = (rows[place] as (typeof rows)[number]).both as {
      overtaken: number[];
      refused: boolean[];
    };
    expect({ one, overtaken: [1, 2].map((id) => overtaken.includes(id)) }).toEqual({ one, overtaken: refused });
    seen.add(String(refused));
  }
  expect([...seen].sort()).toEqual(['false,false', 'false,true', 'true,true']);
});

describe('a worker of the version before, which prices each position by the whole quoted book', () => {
  const forced = (quoted: string, much: string, bookAt = 2) => ({ ...taking(quoted, much, bookAt), forced: true });
  const item = (id: number, takes: object) => ({ items: [{ id: String(id), takes }] });

  beforeEach(async () => void (await client.query('delete from taken_depth')));
  const take = (...takings: object[]) => client.query('select depth_take($1)', [JSON.stringify(takings)]);
  const noted = async () => {
    const { rows } = await client.query(
      'select trim_scale(quoted)::text as quoted, trim_scale(taken)::text as taken, book_at::integer as at from taken_depth',
    );
    return rows[0];
  };

  it('is told of no level that has gone, and stands in the way of nobody', async () => {
    await take(taking('1', '0.9', 2));
    const groups = [item(1, forced('1', '0.8')), item(2, forced('1', '0.8')), item(3, taking('1', '0.1', 2))];
    const asked = 'select liquidation_overtaken($1)::integer[] as overtaken';
    const { rows } = await client.query(asked, [JSON.stringify(groups)]);
    expect(rows[0]).toEqual({ overtaken: [] });
    // One that knows of it is told.
    const late = await client.query(asked, [JSON.stringify([...groups, item(4, taking('1', '0.1', 2))])]);
    expect(late.rows[0]).toEqual({ overtaken: [4] });
  });

  it('takes what there is, and is never refused', async () => {
    await take(forced('1', '0.8'), forced('1', '0.8'));
    expect(await noted()).toEqual({ quoted: '1', taken: '1', at: 2 });
    await take(forced('1', '0.8'));
    expect(await noted()).toEqual({ quoted: '1', taken: '1', at: 2 });
    await expect(take(taking('1', '0.1', 2))).rejects.toMatchObject({ code: '40001' });
    // The venue quotes another quantity, and then its older word comes late.
    await take(forced('0.5', '0.8', 3));
    expect(await noted()).toEqual({ quoted: '0.5', taken: '0.5', at: 3 });
    await take(forced('2', '0.8', 2));
    expect(await noted()).toEqual({ quoted: '0.5', taken: '0.5', at: 3 });
  });

  it('others are refused as ever', async () => {
    await expect(take({ ...taking('1', '1.1', 2), forced: false })).rejects.toMatchObject({ code: '40001' });
    await expect(take(taking('1', '0.6', 2), taking('1', '0.6', 2))).rejects.toMatchObject({ code: '40001' });
    expect(await noted()).toBeUndefined();
  });
});
