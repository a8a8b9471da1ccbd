import type { DataSource } from 'typeorm';
import { createDataSource } from '../../../database/data-source.js';
import { createTestDatabase, type TestDatabase } from '../../../test/database.js';
import { aUserId, USDT } from '../../../test/factories/ledger.js';

/** Instants by which a withdrawal is held against where it goes: the database says them, whatever a process says. */
let database: TestDatabase;
let source: DataSource;
/** As a process with all roles. */
let serving: DataSource;
let user: string;

beforeAll(async () => {
  database = await createTestDatabase('own');
  source = await createDataSource(database.url, 2).initialize();
  serving = await createDataSource(database.servingUrl, 2).initialize();
  user = await aUserId(source);
});

afterAll(async () => {
  await serving?.destroy();
  await source?.destroy();
  await database?.drop();
});

/** Clocks that are far behind, and far ahead. */
const SAID = ['2001-01-01', '2999-01-01'];

/** Whether the instant that a statement answers lies between its beginning and now. */
async function isStamped(statement: string, values: unknown[]): Promise<boolean> {
  const clock = async () => Number((await source.query('select extract(epoch from clock_timestamp()) as now'))[0].now);
  const began = await clock();
  const answer = await serving.query(statement, values);
  // An update answers its rows and how many there are.
  const [row] = Array.isArray(answer[0]) ? answer[0] : answer;
  const at = Number(row.at);
  return began <= at && at <= (await clock());
}

describe.each(SAID)('a process that says %s', (said) => {
  it('takes an address away now', async () => {
    const [address] = await source.query(
      `insert into withdrawal_address (user_id, coin_network_id, address, created_at, usable_at)
       select $1, id, $2, now(), now() from coin_network where currency_id = $3 and network = 'TRC20' returning id`,
      [user, `T${said}-an-address`, USDT],
    );
    const remove =
      'update withdrawal_address set deleted_at = $2 where id = $1 returning extract(epoch from deleted_at) as at';
    expect(await isStamped(remove, [address.id, said])).toBe(true);
  });

  it('binds a card now, the first one and the next', async () => {
    const bind = `insert into account_bank_card (user_id, kind, real_name, bank_name, bank_account, created_at, updated_at, usable_at)
      values ($1, 'domestic', 'Anna Example', 'A bank', '6222020200112233440', now(), $2, now())
      on conflict (user_id) do update set updated_at = excluded.updated_at
      returning extract(epoch from updated_at) as at`;
    expect(await isStamped(bind, [user, said])).toBe(true);
    expect(await isStamped(bind, [user, said])).toBe(true);
  });

  it('notes what happened to the security of an account now', async () => {
    const note = `insert into account_security_event (user_id, kind, ip, device, at)
      values ($1, 'bank-card-changed', '192.0.2.7', '', $2) returning extract(epoch from at) as at`;
    expect(await isStamped(note, [user, said])).toBe(true);
  });

  it('verifies a person now', async () => {
    const person = await aUserId(source);
    await source.query(
      `insert into verification_case (user_id, level, status, version, submitted_at)
       values ($1, 'advanced', 'under-review', 1, now())`,
      [person],
    );
    const decide = `update verification_case set status = 'verified', version = version + 1, decided_at = $2 where user_id = $1
      returning extract(epoch from decided_at) as at`;
    expect(await isStamped(decide, [person, said])).toBe(true);
  });

  it('asks for a withdrawal now, which is said to be stamped', async () => {
    const ask = `insert into withdrawal (user_id, currency_id, coin_network_id, destination, amount, fee, verified_level,
        local_day, chain, created_at, updated_at)
      select $1, $3, id, '{}', 10, 1, 1, current_date, 'bank', $2, now() from coin_network
       where currency_id = $3 and network = 'BANK'
      returning case when stamped then extract(epoch from created_at) end as at`;
    expect(await isStamped(ask, [user, said, USDT])).toBe(true);
  });
});

it.each(['yesterday', 'tomorrow'])(
  'the day of a withdrawal is the UTC day of that instant, though a process says %s',
  async (said) => {
    const [row] = await source.query(
      `insert into withdrawal (user_id, currency_id, coin_network_id, destination, amount, fee, verified_level, local_day, chain,
        created_at, updated_at)
     select $1, $2, id, '{}', 10, 1, 1, $3::date, 'bank', $3::timestamptz, now() from coin_network
      where currency_id = $2 and network = 'BANK'
     returning local_day = (created_at at time zone 'UTC')::date as "isItsDay", local_day between
       (now() at time zone 'UTC')::date and (clock_timestamp() at time zone 'UTC')::date as "isToday"`,
      [user, USDT, said],
    );
    expect(row).toEqual({ isItsDay: true, isToday: true });
  },
);

it('what a withdrawal was stamped with stays', async () => {
  for (const change of [
    'stamped = false',
    `created_at = created_at - interval '1 hour'`,
    'local_day = local_day - 1',
  ]) {
    await expect(source.query(`update withdrawal set ${change} where user_id = $1`, [user])).rejects.toThrow(
      'what was asked for stays',
    );
  }
});
