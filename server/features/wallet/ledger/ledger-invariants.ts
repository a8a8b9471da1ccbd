import { registeredHolds } from './holds.js';
import { EXPLAINED, unexplainedBalances, unexplainedPostings } from './explained-balances.js';
import { bookOfAll, type Invariant, registerInvariant } from './invariants.js';
import { GUARD_INVARIANTS } from './ledger-guards.js';
import { registeredReasons } from './reasons.js';
import { registerSubject } from './subjects.js';

/** What these owe is the house's own result or the world's; what the explained ones owe stands in business rows. */
const OWING = `'external', 'house_pnl', 'interest_expense', 'rebate_expense', 'sim_mint', ${EXPLAINED}`;

registerSubject({ table: 'ledger_journal', touchedBy: 'select id from recent', sliceRows: 10_000 });
registerSubject({
  table: 'ledger_account',
  touchedBy: `select p.account_id from ledger_posting p
               where p.journal_id between (select min(id) from recent) and (select max(id) from recent)`,
  sliceRows: 10_000,
});
registerSubject({
  table: 'ledger_seal',
  touchedBy: `select s.id from ledger_seal s
               where s.last_journal between (select min(id) from recent)
                 and (select coalesce(min(e.last_journal), 9223372036854775807) from ledger_seal e
                       where e.last_journal >= (select max(id) from recent))`,
  sliceRows: 10_000,
  weight: 'last_journal - first_journal + 1',
});

/** The ledger's own invariants, numbered as in `server/documents/invariants.md`. */
const LEDGER_INVARIANTS: Invariant[] = [
  {
    name: 'L01',
    says: 'Postings of each currency sum to zero over the whole book, demo and real money apart.',
    parts: [
      {
        over: 'ledger_journal',
        // Per journal, because a quarantine's fingerprint must not depend on where a slice begins.
        sql: `select journal_id, currency_id, demo, sum(amount) from legs where sequence is not null
               group by 1, 2, 3 having sum(amount) <> 0`,
      },
    ],
  },
  {
    name: 'L02',
    says: 'Each journal balances by itself, in each currency.',
    parts: [
      {
        over: 'ledger_journal',
        sql: `select journal_id, currency_id, sum(amount), ${bookOfAll('demo')} from legs
               group by 1, 2 having sum(amount) <> 0`,
      },
    ],
  },
  {
    name: 'L03',
    says: 'Each journal has at least two postings, and each posting its journal.',
    parts: [
      {
        over: 'ledger_journal',
        sql: `select journal_id as id, bool_and(coalesce(journal_demo, demo)) as demo, count(sequence) as legs from legs
               group by 1 having count(sequence) < 2 or bool_or(reason is null)`,
      },
      // Covers postings beyond the newest journal, which no slice reaches.
      {
        over: 'pass',
        sql: `select p.account_id, p.sequence, p.journal_id, p.demo from ledger_posting p
               where p.journal_id > (select coalesce(max(id), 0) from ledger_journal)`,
      },
    ],
  },
  {
    name: 'L04',
    says: 'The balance and the number of an account are those that its last posting left.',
    parts: [
      {
        over: 'ledger_account',
        sql: `select a.id, a.demo, a.balance, p.balance_after as total, a.sequence, p.sequence as last from checked a
                left join lateral (
                  select l.balance_after, l.sequence from ledger_posting l
                   where l.account_id = a.id order by l.sequence desc limit 1) p on true
               where a.balance <> coalesce(p.balance_after, 0) or a.sequence <> coalesce(p.sequence, 0)`,
      },
    ],
  },
  {
    name: 'L05',
    says: 'The balance after each posting is that after the one before it and its amount, with no number missing.',
    parts: [
      {
        over: 'ledger_journal',
        sql: `select p.account_id, p.demo, p.sequence, p.balance_after, before.balance_after + p.amount as running from legs p
                left join lateral (
                  select l.balance_after from ledger_posting l
                   where l.account_id = p.account_id and l.sequence = p.sequence - 1
                  union all select 0 where p.sequence = 1) before on true
               where p.sequence is not null and before.balance_after is null or p.balance_after <> before.balance_after + p.amount`,
      },
    ],
  },
  {
    name: 'L06',
    says: 'A posting is in the currency of its account and of its kind of money.',
    parts: [
      {
        over: 'ledger_journal',
        sql: `select account_id, sequence, currency_id, account_currency_id,
                     case when demo = account_demo then demo end as demo
                from legs
               where sequence is not null and (currency_id, demo) is distinct from (account_currency_id, account_demo)`,
      },
    ],
  },
  {
    name: 'L07',
    says: 'No account of a user is below zero, at the end or at any step.',
    parts: [
      {
        over: 'ledger_account',
        sql: `select 'now' as step, id as account_id, demo, balance from checked where owner_id is not null and balance < 0`,
      },
      {
        over: 'ledger_journal',
        sql: `select concat('step ', sequence) as step, account_id, account_demo as demo, balance_after as balance from legs
               where balance_after < 0 and owner_id is not null`,
      },
    ],
  },
  {
    name: 'L08',
    says: 'Only the named house accounts may owe, changes by hand and issuers exactly what their rows say; nobody else is exempt, and an account is filed under its owner.',
    parts: [
      {
        over: 'ledger_account',
        sql: `select id, demo, owner_id, kind, balance, may_go_negative, owner_key, house from checked
               where (may_go_negative and (owner_id is not null or kind not in (${OWING})))
                  or (balance < 0 and not may_go_negative)
                  or owner_key <> coalesce(owner_id, 0) or house <> (owner_id is null)`,
      },
      { over: 'ledger_journal', sql: unexplainedPostings },
      { over: 'pass', sql: unexplainedBalances },
    ],
  },
  {
    name: 'L09',
    says: 'No amount is NaN.',
    parts: [
      {
        over: 'ledger_journal',
        sql: `select account_id, sequence, demo from legs where amount = 'NaN' or balance_after = 'NaN'`,
      },
      {
        over: 'ledger_account',
        sql: `select id as account_id, null::bigint as sequence, demo from checked where balance = 'NaN'
              union all
              select a.id, null, a.demo from checked a
                join ledger_hold h on h.account_id = a.id and h.closed_at is null where h.amount = 'NaN'`,
      },
    ],
  },
  {
    name: 'L10',
    says: 'No amount has more decimals than its currency.',
    parts: [
      {
        over: 'ledger_journal',
        sql: `select p.account_id, p.sequence, p.demo, p.amount from legs p join currency c on c.id = p.currency_id
               where p.amount <> trunc(p.amount, c.scale)`,
      },
      {
        over: 'ledger_account',
        sql: `select a.id as account_id, null::bigint as sequence, a.demo, h.amount from checked a
                join ledger_hold h on h.account_id = a.id and h.closed_at is null
                join currency c on c.id = a.currency_id where h.amount <> trunc(h.amount, c.scale)`,
      },
    ],
  },
  {
    name: 'L11',
    says: 'Demo money and real money never meet in one journal.',
    parts: [
      {
        over: 'ledger_journal',
        sql: `select journal_id, null::boolean as demo from legs group by 1
              having bool_or(account_demo) <> bool_and(account_demo) or bool_or(account_demo <> journal_demo)`,
      },
    ],
  },
  {
    name: 'L12',
    says: 'A frozen account is the sum of the open holds on it.',
    parts: [
      {
        over: 'ledger_account',
        sql: `select a.id, a.demo, a.balance, coalesce(h.held, 0) as held from checked a
                left join lateral (
                  select sum(o.amount) as held from ledger_hold o
                   where o.account_id = a.id and o.closed_at is null) h on true
               where case when a.kind like '%\\_frozen' then a.balance <> coalesce(h.held, 0) else h.held is not null end`,
      },
    ],
  },
  {
    name: 'L13',
    says: 'An open hold is of an open order of its owner, of a kind that is registered.',
    parts: [{ over: 'ledger_account', sql: holdsWithoutRow }],
  },
  {
    name: 'L14',
    says: 'At most one journal for a reason and a reference.',
    parts: [
      {
        over: 'ledger_journal',
        sql: `select j.reason, j.reference, count(*), ${bookOfAll('j.demo')}
                from (select distinct reason, reference from checked) c
                join ledger_journal j on j.reason = c.reason and j.reference = c.reference
               group by 1, 2 having count(*) > 1`,
      },
    ],
  },
  {
    name: 'L15',
    says: 'Every journal has a registered reason and the business row that it names.',
    parts: [{ over: 'ledger_journal', sql: journalsWithoutRow }],
  },
  {
    name: 'L16',
    says: 'The seals form a chain without a gap, and each is the digest of the journals that it covers.',
    parts: [
      {
        over: 'ledger_seal',
        sql: `select b.id, b.first_journal, b.last_journal, null::boolean as demo
                from (select min(id) as first, max(id) as last from checked) c
               cross join lateral ledger_broken_seals(c.first, c.last) b`,
      },
      // Verification up to a seal holds only as long as the seal exists.
      {
        over: 'round',
        sql: `select v.verified_seal as id, null::bigint as first_journal, v.verified_journal as last_journal,
                     null::boolean as demo
                from books_progress v
               where v.verified_seal is not null
                 and not exists (select from ledger_seal s where s.id = v.verified_seal and s.hash = v.verified_hash)`,
      },
    ],
  },
  ...GUARD_INVARIANTS,
  {
    name: 'L20',
    says: 'A journal touches only the kinds of accounts that its reason is about, of the user whose row it names, and the house.',
    parts: [{ over: 'ledger_journal', sql: strangeAccounts }],
  },
];

/** Built lazily, because features register their reasons at module load. */
function journalsWithoutRow(): string {
  const cases = [...registeredReasons()].map(
    ([reason, { row }]) => `when '${reason.replaceAll("'", "''")}' then ${row === null ? 'true' : `exists (${row})`}`,
  );
  return `select j.id, j.demo, j.reason, j.reference from checked j
           where not case j.reason ${cases.join('\n')} else false end`;
}

/** The same. A reason without declared accounts may touch any. */
function strangeAccounts(): string {
  const touching = [...registeredReasons()].flatMap(([reason, { touched }]) =>
    touched ? [{ reason, ...touched }] : [],
  );
  const kinds = touching.map((one) => `when '${one.reason}' then l.kind = any (array['${one.kinds.join("', '")}'])`);
  const owners = touching.flatMap(({ reason, owner }) => (owner ? [`when '${reason}' then (${owner})`] : []));
  // Without a reason both would be a `case` expression without a branch, which is a syntax error.
  return `select l.journal_id as id, l.account_demo as demo, l.reason, l.kind, l.owner_id, about.user_id as should_be, l.amount
            from legs l
           cross join lateral (
             select case l.reason when '' then true ${kinds.join('\n')} else true end as is_own_kind,
                    case l.reason when '' then null ${owners.join('\n')} end as user_id) about
           where l.sequence is not null and (not about.is_own_kind or (l.owner_id is not null and l.owner_id <> about.user_id))`;
}

/** Built lazily, as above. */
function holdsWithoutRow(): string {
  const cases = [...registeredHolds()].map(
    ([prefix, row]) => `when '${prefix.replaceAll("'", "''")}' then ${row === null ? 'true' : `exists (${row})`}`,
  );
  return `select h.name, h.demo, h.amount from (
            select o.name, o.amount, a.owner_id, a.kind, a.currency_id, a.demo,
                   case when o.name ~ '^[^:]+:[1-9][0-9]{0,17}$' then split_part(o.name, ':', 2)::bigint end as number
              from checked a join ledger_hold o on o.account_id = a.id and o.closed_at is null) h
           where not case split_part(h.name, ':', 1) ${cases.join('\n')} else false end`;
}

for (const invariant of LEDGER_INVARIANTS) registerInvariant(invariant);
