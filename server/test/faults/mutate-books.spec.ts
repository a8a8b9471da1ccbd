import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { EntityManager } from 'typeorm';
import { unbookedRows } from '../../features/wallet/ledger/books.store.js';
import { registeredInvariants } from '../../features/wallet/ledger/index.js';
import { sliceStatement, wholeStatement } from '../../features/wallet/ledger/slice-statement.js';
import { registeredSubjects } from '../../features/wallet/ledger/subjects.js';
import type { TradingWorld } from '../factories/trading-world.js';
import { aWholeBook } from '../factories/whole-book.js';
import type { BookChange } from './book-changes/change.js';
import { FUTURES_CHANGES } from './book-changes/futures-changes.js';
import { EVENT_CHANGES } from './book-changes/event-changes.js';
import { LEDGER_CHANGES } from './book-changes/ledger-changes.js';
import { OPTION_CHANGES, SPOT_CHANGES } from './book-changes/market-changes.js';
import { SUBSCRIPTION_CHANGES } from './book-changes/subscription-changes.js';
import { OTC_CHANGES } from './book-changes/otc-changes.js';
import { IEO_CHANGES } from './book-changes/ieo-changes.js';
import { OWN_LIMIT_CHANGES } from './book-changes/own-limit-changes.js';
import { REFERRAL_CHANGES } from './book-changes/referral-changes.js';
import { SUB_ACCOUNT_CHANGES } from './book-changes/sub-account-changes.js';
import { TRUST_CHANGES } from './book-changes/trust-changes.js';
import { WALLET_CHANGES } from './book-changes/wallet-changes.js';
import { brokenInvariants, lateInvariants } from './broken-invariants.js';

/**
 * One book with everything of every product in it, in order; then, one at a time, what somebody with every right may do
 * to it by hand, past guards and keys. Each change must be named by the invariant that is about it, and each invariant
 * has its change. `npm run mutate-books` asks all invariants after each change and prints what they name.
 */
const IS_WHOLE = process.env.MUTATE_BOOKS === 'whole';
const CHANGES: readonly BookChange[] = [
  ...LEDGER_CHANGES,
  ...EVENT_CHANGES,
  ...WALLET_CHANGES,
  ...OWN_LIMIT_CHANGES,
  ...SUB_ACCOUNT_CHANGES,
  ...SPOT_CHANGES,
  ...OPTION_CHANGES,
  ...FUTURES_CHANGES,
  ...TRUST_CHANGES,
  ...SUBSCRIPTION_CHANGES,
  ...OTC_CHANGES,
  ...IEO_CHANGES,
  ...REFERRAL_CHANGES,
];
const SEEN = CHANGES.filter(({ isNotFoundYet, isLate }) => !isNotFoundYet && !isLate);
const LATE = CHANGES.filter(({ isLate }) => isLate);
const OF_ROUND = CHANGES.filter(({ isOfRound }) => isOfRound);
const UNSEEN = CHANGES.filter(({ isNotFoundYet }) => isNotFoundYet);

let world: TradingWorld;

beforeAll(async () => {
  world = await aWholeBook();
}, 300_000);
afterAll(() => world?.close(), 120_000);

/** Guards that wake whatever the role: put aside for a change, or awake again after it. Accounts are opened as always. */
const guards = (how: 'disable' | 'enable always') => `
  do $$ declare guard record; begin
    for guard in select tgrelid::regclass as place, tgname from pg_trigger
      where tgenabled = '${how === 'disable' ? 'A' : 'D'}' and not tgisinternal and tgparentid = 0
        and tgname <> 'ledger_account_derive'
    loop
      execute format('alter table %s ${how} trigger %I', guard.place, guard.tgname);
    end loop;
  end $$`;

/** Rows that the transaction has written so far, those of the catalogue too. */
async function written(tx: EntityManager): Promise<number> {
  const rows: { written: number }[] = await tx.query(
    'select sum(n_tup_ins + n_tup_upd + n_tup_del)::float8 as written from pg_stat_xact_all_tables',
  );
  return rows[0]?.written ?? 0;
}

/** What is broken after a change that is taken back, by the clock. Fails where it has changed nothing. */
async function brokenBy(change: BookChange): Promise<string[]> {
  return after(change, async (tx) => {
    const broken = await brokenInvariants(tx, IS_WHOLE ? undefined : [change.foundBy]);
    if (IS_WHOLE) process.stderr.write(`${change.name}: ${broken.join(' ') || 'nobody'}\n`);
    return broken;
  });
}

/** Looks at the book after a change, and takes that back. */
async function after<Seen>({ sql, isOfGuards }: BookChange, look: (tx: EntityManager) => Promise<Seen>): Promise<Seen> {
  const runner = world.source.createQueryRunner();
  await runner.startTransaction();
  try {
    await runner.query('set local session_replication_role = replica');
    if (!isOfGuards) await runner.query(guards('disable'));
    const before = await written(runner.manager);
    await runner.query(sql);
    expect(await written(runner.manager)).toBeGreaterThan(before);
    if (!isOfGuards) await runner.query(guards('enable always'));
    return await look(runner.manager);
  } finally {
    await runner.rollbackTransaction();
    await runner.release();
  }
}

/** What a round names of an invariant by the newest journals, with the rows that these are about. */
async function seenOfNewJournals(tx: EntityManager, name: string): Promise<unknown[]> {
  const asked = registeredInvariants().filter((invariant) => invariant.name === name);
  const [{ first, last }] = await tx.query('select max(id) - 2 as first, max(id) as last from ledger_journal');
  const seen: unknown[] = [];
  for (const subject of registeredSubjects()) {
    const statement = sliceStatement(subject, asked, { journals: { first, last } });
    if (statement !== null) seen.push(...((await tx.query(statement, [100])) as unknown[]));
  }
  return seen;
}

/** What a change is made to must be there, real and demo. */
const STATES = `
  select concat_ws(' ', 'option', status, result, demo) as state from option_order
  union select concat_ws(' ', 'spot', status, case when filled > 0 then 'executed' end, demo) from spot_order
  union select concat_ws(' ', 'position', status, closed_as, margin_mode, demo) from futures_position
  union select concat_ws(' ', 'insurance', sign(insurance)) from futures_position
  union select concat_ws(' ', 'funding', sign(paid), demo) from funding_charge
  union select concat_ws(' ', 'trust', status, demo) from trust_order
  union select concat_ws(' ', 'subscription', status, yield_source) from subscription_order
  union select concat_ws(' ', 'otc', status, ended_by, case when reopened then 'reopened' end) from otc_order
  union select concat_ws(' ', 'ieo', status) from ieo_application
  union select concat_ws(' ', 'rebate', outcome) from referral_rebate
  union select concat_ws(' ', 'deposit', status) from deposit
  union select concat_ws(' ', 'withdrawal', status) from withdrawal
  union select concat_ws(' ', 'adjustment', status, case when cap_by_all is not null then 'capped' end) from wallet_adjustment
  union select concat_ws(' ', 'proposal', kind, status) from operator_proposal
  union select concat_ws(' ', 'grant', kind) from demo_grant
  union select concat_ws(' ', 'own limit', case when effective_at > asked_at then 'asked for' end) from own_limit
  union select concat_ws(' ', 'break', kind) from own_break
  union select 'sub-account transfer' from sub_account_transfer
  union select case when count(*) > 1 then 'seals' end from ledger_seal
  union select case when count(*) > 1 then 'archive' end from books_archive
  union select case when count(*) > 0 then 'audit seals' end from audit_seal
  union select case when count(*) > 1 then 'sealed events' end from audit_seal where last_event >= first_event`;
const both = (state: string): string[] => [`${state} f`, `${state} t`];
const EVERYTHING = [
  ...['open', 'settled win', 'settled loss', 'voided void'].flatMap((state) => both(`option ${state}`)),
  'option settled tie f',
  ...['open', 'filled executed'].flatMap((state) => both(`spot ${state}`)),
  'spot cancelled f',
  ...['0 isolated', '1 cross', '1 isolated', '3 closed isolated', '4 cancelled isolated'].flatMap((state) =>
    both(`position ${state}`),
  ),
  'position 3 liquidated isolated f',
  ...['-1', '0', '1'].map((sign) => `insurance ${sign}`),
  ...['-1', '1'].flatMap((sign) => both(`funding ${sign}`)),
  ...['custody', 'completed', 'redeemed'].flatMap((state) => both(`trust ${state}`)),
  ...['review', 'passed', 'locked', 'released', 'returned'].map((state) => `subscription ${state} issuer`),
  'subscription released house',
  ...['1', '2', '3 release', '3 award-buyer', '4', '5 cancel', '5 award-seller reopened'].map(
    (state) => `otc ${state}`,
  ),
  ...['committed', 'missed', 'paid', 'releasing'].map((state) => `ieo ${state}`),
  ...['earned', 'self', 'unverified'].map((state) => `rebate ${state}`),
  ...['review', 'approved', 'rejected'].map((state) => `deposit ${state}`),
  ...['review', 'approved', 'paid', 'rejected', 'cancelled'].map((state) => `withdrawal ${state}`),
  ...['booked capped', 'proposed', 'rejected'].map((state) => `adjustment ${state}`),
  ...['adjustment approved', 'adjustment rejected', 'adjustment open', 'insurance approved'].map(
    (state) => `proposal ${state}`,
  ),
  'own limit',
  'own limit asked for',
  'sub-account transfer',
  'break cool-off',
  'grant enter',
  'grant top-up',
  'seals',
  'archive',
  'audit seals',
  'sealed events',
];

describe('the book', () => {
  it('has everything in it', async () => {
    const rows: { state: string }[] = await world.source.query(STATES);
    expect(rows.map(({ state }) => state)).toEqual(expect.arrayContaining(EVERYTHING));
  });

  it('is in order before anything is changed', async () => {
    expect(await brokenInvariants(world.source.manager)).toEqual([]);
  });

  it('has a change for each invariant', () => {
    const found = new Set([...SEEN, ...LATE].map(({ foundBy }) => foundBy));
    expect(registeredInvariants().filter(({ name }) => !found.has(name))).toEqual([]);
  });

  it('has sixty changes at least, each with its own name', () => {
    expect(new Set(CHANGES.map(({ name }) => name)).size).toBe(CHANGES.length);
    expect(SEEN.length).toBeGreaterThanOrEqual(60);
  });
});

/** Rows that no journal is about are looked for among the newest, since no slice of new journals leads to them. */
describe('what must be booked', () => {
  const subjects = registeredSubjects().filter(({ booked }) => booked);
  const NEWEST = 10_000;

  it('is told of each product and each way of money', () => {
    expect(subjects.map(({ table }) => table)).toEqual([
      'demo_grant',
      'deposit',
      'futures_position',
      'ieo_application',
      'option_order',
      'otc_order',
      'spot_fill',
      'sub_account_transfer',
      'subscription_order',
      'trust_order',
      'wallet_adjustment',
      'wallet_transfer',
      'withdrawal',
    ]);
  });

  it.each(subjects)('$table: nothing is missing, and is found when it is', async (subject) => {
    expect(await unbookedRows(world.source.manager, subject, NEWEST)).toEqual([]);
    const runner = world.source.createQueryRunner();
    await runner.startTransaction();
    try {
      await runner.query('set local session_replication_role = replica');
      await runner.query(guards('disable'));
      await runner.query(`update ledger_journal set reference = 'lost:' || reference where reason = any ($1)`, [
        subject.booked?.as,
      ]);
      expect(await unbookedRows(runner.manager, subject, NEWEST)).not.toEqual([]);
      expect(await unbookedRows(runner.manager, subject, 0)).toEqual([]);
    } finally {
      await runner.rollbackTransaction();
      await runner.release();
    }
  });
});

describe('after a change by hand', () => {
  it.each(SEEN)('$foundBy names that $name', async (change) => {
    expect(await brokenBy(change)).toContain(change.foundBy);
  });

  it.each(LATE)('$foundBy says that it is late, and is not broken, when $name', async (change) => {
    await after(change, async (tx) => {
      expect(await lateInvariants(tx, [change.foundBy])).toEqual([change.foundBy]);
      expect(await brokenInvariants(tx, [change.foundBy])).toEqual([]);
    });
  });

  it('has a change for each invariant that names what is late', () => {
    const late = registeredInvariants().filter(({ parts }) => parts.some(({ isLate }) => isLate));
    expect([...new Set(LATE.map(({ foundBy }) => foundBy))].sort()).toEqual(late.map(({ name }) => name));
  });

  it.each(OF_ROUND)('$foundBy names in the next minute that $name', async (change) => {
    await after(change, async (tx) => expect(await seenOfNewJournals(tx, change.foundBy)).not.toEqual([]));
    const runner = world.source.createQueryRunner();
    expect(await seenOfNewJournals(runner.manager, change.foundBy).finally(() => runner.release())).toEqual([]);
  });

  // Whoever writes the check takes the mark off: a change is not called unseen once it is seen.
  it('nobody names what is said to be unseen', async () => {
    const named: string[] = [];
    for (const change of UNSEEN) if ((await brokenBy(change)).includes(change.foundBy)) named.push(change.name);
    expect(named).toEqual([]);
  });
});

describe('while nobody looks at the books', () => {
  const OVERDUE = CHANGES.filter(({ isOverdue }) => isOverdue);
  const UNWATCHED = `update trading_mode set checked_at = now() - interval '100 days', watched_since = null`;
  /** What a worker's look names of an invariant as overdue. */
  const seenByLook = async (tx: EntityManager, name: string): Promise<unknown[]> => {
    const asked = registeredInvariants()
      .filter((invariant) => invariant.name === name)
      .map((invariant) => ({ ...invariant, parts: invariant.parts.filter(({ isOverdue }) => isOverdue) }));
    const statement = wholeStatement('round', asked, 'looks');
    return statement === null ? [] : tx.query(statement, [100]);
  };

  it('has a change for each invariant that names what is overdue', () => {
    const late = registeredInvariants().filter(({ parts }) => parts.some(({ isOverdue }) => isOverdue));
    expect([...new Set(OVERDUE.map(({ foundBy }) => foundBy))].sort()).toEqual(late.map(({ name }) => name));
  });

  it.each(OVERDUE)('$foundBy names by the clock that $name, and a first look gives it its time', async (change) => {
    const { foundBy, sql } = change;
    await after(change, async (tx) => expect(await seenByLook(tx, foundBy)).not.toEqual([]));
    await after({ ...change, sql: `${sql}; ${UNWATCHED}` }, async (tx) => {
      expect(await lateInvariants(tx, [foundBy])).toEqual([foundBy]);
      expect(await seenByLook(tx, foundBy)).toEqual([]);
    });
  });
});
