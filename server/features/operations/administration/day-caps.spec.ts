import type { DataSource } from 'typeorm';
import { bootApp, type TestApp } from '../../../test/app.js';
import { violationsOf } from '../../../test/factories/books.js';
import { aUserId, USDT } from '../../../test/factories/ledger.js';
import { anOperator, callDesk, type DeskReply, type TestOperator } from '../../../test/factories/operators.js';
import type { AnnouncedActView } from '../../../contract/operations/index.js';
import { Clock } from '../../../platform/clock/clock.js';
import { WalletCatalog } from '../../wallet/balances/index.js';
import { CarryOutAnnouncedActs } from './carry-out-announced-acts.js';

/** What no chain confirms is credited with a reason. */
const SEEN = { reason: 'The money is on our account.' };
const HOUR_MS = 60 * 60_000;
let app: TestApp;
let source: DataSource;
let admin: TestOperator;
/** Who sees what became of everything. */
let auditor: TestOperator;
let pair: [TestOperator, TestOperator];
let passed = 0;
let keys = 0;

beforeAll(async () => {
  app = await bootApp(
    { ROLES: 'gateway', LOG_LEVEL: 'silent', OPERATIONS_WAIT_MINUTES: '60' },
    undefined,
    (application) => {
      const clock = application.get(Clock);
      const now = clock.now.bind(clock);
      clock.now = () => now() + passed;
    },
  );
  source = app.owner;
  await limit('50');
}, 60_000);
afterAll(() => app?.close());
beforeEach(async () => {
  passed += HOUR_MS + 1000;
  admin = await anOperator(source, 'administrator');
  auditor = await anOperator(source, 'auditor');
  pair = [await anOperator(source, 'treasurer'), await anOperator(source, 'treasurer')];
  await stayLoggedIn();
  // What was done before was done on an earlier day.
  await source.query(
    `set session_replication_role = replica;
     update deposit set word_at = word_at - interval '1 day' where word_at is not null;
     update withdrawal set released_at = released_at - interval '1 day' where released_at is not null;
     set session_replication_role = origin`,
  );
  await source.query(
    `update adjustment_cap set by_person = 1, by_all = 1, credit_by_person = 100, credit_by_all = 250,
            payout_by_person = 100, payout_by_all = 250 where currency_id = $1`,
    [USDT],
  );
});

const desk = (by: TestOperator, path: string, body?: object): Promise<DeskReply> =>
  callDesk(app.url, path, { by, ...(body === undefined ? {} : { body }) });
/** One operator alone credits and releases up to here on a day. */
async function limit(above: string | null): Promise<void> {
  await source.query('update coin_network set second_person_above = $2 where currency_id = $1', [USDT, above]);
  await app.application.get(WalletCatalog).reload();
}
const carryOut = () => app.application.get(CarryOutAnnouncedActs).execute();
const stayLoggedIn = () =>
  source.query(`update operator_session set last_used_at = $1, expires_at = $1::timestamptz + interval '12 hours'`, [
    new Date(app.application.get(Clock).now()),
  ]);
async function hourPasses(): Promise<void> {
  passed += HOUR_MS + 1000;
  await stayLoggedIn();
  await carryOut();
}
async function acts(): Promise<AnnouncedActView[]> {
  const { list } = (await desk(auditor, 'announced?limit=100&status=all')).message as { list: AnnouncedActView[] };
  return list.sort((one, other) => Number(other.id) - Number(one.id));
}
async function somebodyElse(): Promise<void> {
  pair = [await anOperator(source, 'treasurer'), await anOperator(source, 'treasurer')];
  await stayLoggedIn();
}

/** From a bank: nobody can ask a chain whether it came. */
async function aDeposit(amount: string): Promise<string> {
  const rows: { id: string }[] = await source.query(
    `insert into deposit (user_id, currency_id, kind, amount, claimed_amount, proof, sender, confirmations_needed,
       created_at, updated_at)
     values ($1, $2, 'bank', $3, $3, gen_random_uuid()::text, '', 0, now(), now())
     returning id`,
    [await aUserId(source), USDT, amount],
  );
  return rows[0]?.id ?? '';
}
async function aWithdrawal(amount: string): Promise<string> {
  const rows: { id: string }[] = await source.query(
    `insert into withdrawal (user_id, currency_id, coin_network_id, chain, destination, amount, fee, verified_level,
       local_day, created_at, updated_at)
     select $1, $2, n.id, 'bank', '{"address":"4111111111111111","network":"BANK"}', $3, 0, 1, current_date, now(), now()
       from coin_network n where n.currency_id = $2 and n.chain = 'bank' returning id`,
    [await aUserId(source), USDT, amount],
  );
  return rows[0]?.id ?? '';
}
async function topUp(amount: string, [proposer, other] = pair): Promise<unknown> {
  const asked = { currencyId: USDT, amount, reason: `to the fund ${(keys += 1)}` };
  const { id } = (await desk(proposer, 'insurance', asked)).message as { id: string };
  const { type, code } = await desk(other, `proposals/${id}/approve`, {});
  return type === 'ok' ? 'done' : code;
}
const fundOf = async () => {
  const rows: { balance: string }[] = await source.query(
    `select coalesce(trim_scale(sum(balance)), 0)::text as balance from ledger_account
      where kind = 'insurance' and currency_id = $1 and not demo`,
    [USDT],
  );
  return Number(rows[0]?.balance);
};

describe('the caps of a day of the insurance fund', () => {
  it('hold for each of the two persons and for all, one below, at and one above', async () => {
    const before = await fundOf();
    expect(await topUp('99')).toBe('done');
    expect(await topUp('1.00000001')).toBe('wallet.insurance-cap');
    expect(await topUp('1')).toBe('done');
    // Whoever of the two has reached the own one.
    const [spent] = pair;
    await somebodyElse();
    expect(await topUp('1', [pair[0], spent])).toBe('wallet.insurance-cap');
    expect(await topUp('100')).toBe('done');
    await somebodyElse();
    expect(await topUp('50.00000001')).toBe('wallet.insurance-cap');
    expect(await topUp('50')).toBe('done');
    await somebodyElse();
    expect(await topUp('0.00000001')).toBe('wallet.insurance-cap');
    expect((await fundOf()) - before).toBe(250);
    expect(await violationsOf(source.manager, 'M11')).toEqual([]);
  });

  it('hold for whoever writes the rows, and for many of one moment', async () => {
    const pairs = await Promise.all(
      Array.from({ length: 8 }, async () => [
        await anOperator(source, 'treasurer'),
        await anOperator(source, 'treasurer'),
      ]),
    );
    await stayLoggedIn();
    // The day before has been spent by the test before this one.
    await source.query(
      `set session_replication_role = replica;
       update operator_proposal set decided_at = decided_at - interval '2 days' where kind = 'insurance' and status = 'approved';
       set session_replication_role = origin`,
    );
    const outcomes = await Promise.all(pairs.map((two) => topUp('40', two as [TestOperator, TestOperator])));
    expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(6);
    expect(outcomes.filter((outcome) => outcome === 'wallet.insurance-cap')).toHaveLength(2);
    await expect(
      source.query(
        `update operator_proposal set status = 'approved', decided_by = $1, decided_at = now()
          where kind = 'insurance' and status = 'open'`,
        [admin.operatorId],
      ),
    ).rejects.toMatchObject({ code: 'WA001' });
  });
});

const KINDS = {
  deposit: { path: 'deposits', make: aDeposit, done: 'approved' },
  withdrawal: { path: 'withdrawals', make: aWithdrawal, done: 'approved' },
} as const;

describe.each(['deposit', 'withdrawal'] as const)('the caps of a day of a %s', (kind) => {
  const { path, make } = KINDS[kind];
  async function approve(by: TestOperator, id: string): Promise<unknown> {
    await desk(by, `${path}/${id}/claim`, {});
    const { type, code, message } = await desk(
      by,
      `${path}/${id}/approve`,
      path === 'deposits' ? { ...SEEN, transaction: `REF ${id}` } : {},
    );
    if (type !== 'ok') await desk(by, `${path}/${id}/release`, {});
    return type === 'ok' ? (message as { outcome: string }).outcome : code;
  }
  async function byTwo(id: string): Promise<unknown> {
    const first = await approve(pair[0], id);
    return first === 'second-person' ? approve(pair[1], id) : first;
  }
  async function statusOf(id: string): Promise<string | undefined> {
    const rows: { status: string }[] = await source.query(`select status from ${kind} where id = $1`, [id]);
    return rows[0]?.status;
  }

  it('within them it is done at once; beyond a person’s it waits an hour; beyond that of all it is refused', async () => {
    expect(await byTwo(await make('60'))).toBe('done');
    const late = await make('41');
    expect(await byTwo(late)).toBe('announced');
    expect(await statusOf(late)).toBe('review');
    expect((await acts())[0]).toMatchObject({ kind, subjectId: late, status: 'waiting', detail: { amount: '41' } });
    await carryOut();
    expect(await statusOf(late)).toBe('review');
    await hourPasses();
    expect(await statusOf(late)).toBe('approved');
    await somebodyElse();
    expect(await byTwo(await make('100'))).toBe('done');
    await somebodyElse();
    expect(await byTwo(await make('49'))).toBe('done');
    expect(await byTwo(await make('0.5'))).toBe('wallet.day-cap');
    expect(await violationsOf(source.manager, 'M11')).toEqual([]);
  });

  it('one person, beyond the own cap with many small ones, is not alone any more', async () => {
    await limit('1000000');
    for (const amount of ['40', '40']) expect(await approve(pair[0], await make(amount))).toBe('done');
    expect(await approve(pair[0], await make('40'))).toBe('second-person');
    await limit('50');
  });

  it('are of a UTC day of the database’s clock, whatever that of a process says', async () => {
    const at = kind === 'deposit' ? 'word_at' : 'released_at';
    const move = (id: string, instant: string) =>
      source.query(
        `set session_replication_role = replica;
         update ${kind} set ${at} = date_trunc('day', clock_timestamp(), 'UTC') ${instant} where id = ${id};
         set session_replication_role = origin`,
      );
    const [first, second] = [await make('100'), await make('100')];
    expect(await byTwo(first)).toBe('done');
    await move(first, `- interval '1 microsecond'`);
    expect(await byTwo(second)).toBe('done');
    await move(second, '');
    passed += 48 * HOUR_MS;
    await stayLoggedIn();
    expect(await byTwo(await make('0.5'))).toBe('announced');
  });

  it('is stopped by one administrator, waits for a decision as before, and takes two anew', async () => {
    const id = await make('180');
    expect(await byTwo(id)).toBe('announced');
    expect(await byTwo(id)).toBe('operations.act-waits');
    const [act] = await acts();
    expect(await desk(admin, `announced/${act?.id}/stop`, { reason: 'Who is that' })).toMatchObject({ type: 'ok' });
    await hourPasses();
    expect(await statusOf(id)).toBe('review');
    await somebodyElse();
    expect(await byTwo(id)).toBe('announced');
    await Promise.all([hourPasses(), carryOut()]);
    expect(await statusOf(id)).toBe('approved');
  });

  it('is refused when it takes effect where it was rejected meanwhile', async () => {
    const id = await make('180');
    expect(await byTwo(id)).toBe('announced');
    await source.query(
      `update ${kind} set status = 'rejected', ${kind === 'deposit' ? 'remark' : 'reason'} = 'No' where id = $1`,
      [id],
    );
    await hourPasses();
    expect((await acts())[0]).toMatchObject({ status: 'failed', endReason: 'wallet.decided' });
  });

  it('hold for many of one moment, whoever decides them, and for whoever writes the rows', async () => {
    const people = await Promise.all(Array.from({ length: 8 }, () => anOperator(source, 'treasurer')));
    await stayLoggedIn();
    const ids = await Promise.all(people.map(() => make('40')));
    const outcomes = await Promise.all(people.map((by, index) => approve(by, ids[index] ?? '')));
    expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(6);
    expect(outcomes.filter((outcome) => outcome === 'wallet.day-cap')).toHaveLength(2);
    const by = kind === 'deposit' ? 'credited_by' : 'released_by';
    const id = ids[outcomes.indexOf('wallet.day-cap')];
    await expect(
      source.query(`update ${kind} set status = 'approved', ${by} = $2 where id = $1`, [id, admin.operatorId]),
    ).rejects.toMatchObject({ code: 'WA001' });
    await expect(source.query(`update ${kind} set status = 'approved' where id = $1`, [id])).rejects.toThrow(
      'without a name',
    );
  });
});
