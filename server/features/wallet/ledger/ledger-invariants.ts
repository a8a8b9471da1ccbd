import { bookOfAll, type Invariant, registerInvariant } from './invariants.js';
import { registeredReasons } from './reasons.js';

const BOOKS = `'ledger_account_form', 'ledger_account', 'ledger_journal', 'ledger_posting', 'ledger_hold', 'ledger_seal',
  'trading_mode_change'`;
/** Triggers that make the books append-only; all must exist and be enabled. */
const GUARDS = `('ledger_account_form_keep'), ('ledger_account_form_keep_all'), ('ledger_account_keep'),
  ('ledger_account_keep_all'), ('ledger_account_derive'), ('ledger_journal_keep'), ('ledger_journal_keep_all'), ('ledger_posting_keep'),
  ('ledger_posting_keep_all'), ('ledger_posting_balance'), ('ledger_hold_keep'), ('ledger_hold_keep_all'),
  ('ledger_seal_keep'), ('ledger_seal_keep_all'), ('trading_mode_change_keep'), ('trading_mode_change_keep_all'),
  ('books_quarantine_keep'), ('books_quarantine_keep_all')`;
const OWING = `'external', 'house_pnl', 'interest_expense', 'rebate_expense', 'sim_mint', 'adjustment'`;

/** The ledger's own invariants, numbered as in the design. */
const LEDGER_INVARIANTS: Invariant[] = [
  {
    name: 'L01',
    says: 'Postings of each currency sum to zero over the whole book, demo and real money apart.',
    sql: `select currency_id, demo, sum(amount) from ledger_posting group by 1, 2 having sum(amount) <> 0`,
  },
  {
    name: 'L02',
    says: 'Each journal balances by itself, in each currency.',
    sql: `select journal_id, currency_id, sum(amount), ${bookOfAll('demo')} from ledger_posting
           group by 1, 2 having sum(amount) <> 0`,
  },
  {
    name: 'L03',
    says: 'Each journal has at least two postings.',
    sql: `select j.id, j.demo, coalesce(p.legs, 0) as legs from ledger_journal j
            left join (select journal_id, count(*) as legs from ledger_posting group by 1) p on p.journal_id = j.id
           where coalesce(p.legs, 0) < 2`,
  },
  {
    name: 'L04',
    says: 'The balance and the number of an account are those of its postings.',
    sql: `select a.id, a.demo, a.balance, p.total, a.sequence, p.last from ledger_account a
            left join (select account_id, sum(amount) as total, max(sequence) as last from ledger_posting group by 1) p
              on p.account_id = a.id
           where a.balance <> coalesce(p.total, 0) or a.sequence <> coalesce(p.last, 0)`,
  },
  {
    name: 'L05',
    says: 'The balance after each posting is right, in sequence, with no number missing.',
    sql: `select account_id, demo, sequence, balance_after, running from (
            select account_id, demo, sequence, balance_after, row_number() over steps as position,
                   sum(amount) over (steps rows unbounded preceding) as running
              from ledger_posting window steps as (partition by account_id order by sequence)) step
           where balance_after <> running or sequence <> position`,
  },
  {
    name: 'L06',
    says: 'A posting is in the currency of its account and of its kind of money.',
    sql: `select p.account_id, p.sequence, p.currency_id, a.currency_id as account_currency_id,
                 case when p.demo = a.demo then p.demo end as demo
            from ledger_posting p join ledger_account a on a.id = p.account_id
           where p.currency_id <> a.currency_id or p.demo <> a.demo`,
  },
  {
    name: 'L07',
    says: 'No account of a user is below zero, at the end or at any step.',
    sql: `select 'now' as step, id as account_id, demo, balance from ledger_account where owner_id is not null and balance < 0
          union all
          select concat('step ', p.sequence), p.account_id, a.demo, p.balance_after from ledger_posting p
           join ledger_account a on a.id = p.account_id
           where p.balance_after < 0 and a.owner_id is not null`,
  },
  {
    name: 'L08',
    says: 'Only the named house accounts may owe, nobody else is exempt, and an account is filed under its owner.',
    sql: `select id, demo, owner_id, kind, balance, may_go_negative, owner_key, house from ledger_account
           where (may_go_negative and (owner_id is not null or kind not in (${OWING})))
              or (balance < 0 and not may_go_negative)
              or owner_key <> coalesce(owner_id, 0) or house <> (owner_id is null)`,
  },
  {
    name: 'L09',
    says: 'No amount is NaN.',
    sql: `select account_id, sequence, demo from ledger_posting where amount = 'NaN' or balance_after = 'NaN'
          union all select id, null, demo from ledger_account where balance = 'NaN'
          union all select h.account_id, null, a.demo from ledger_hold h
                      left join ledger_account a on a.id = h.account_id where h.amount = 'NaN'`,
  },
  {
    name: 'L10',
    says: 'No amount has more decimals than its currency.',
    sql: `select p.account_id, p.sequence, p.demo, p.amount from ledger_posting p join currency c on c.id = p.currency_id
           where p.amount <> trunc(p.amount, c.scale)
          union all
          select h.account_id, null, a.demo, h.amount from ledger_hold h join ledger_account a on a.id = h.account_id
           join currency c on c.id = a.currency_id where h.amount <> trunc(h.amount, c.scale)`,
  },
  {
    name: 'L11',
    says: 'Demo money and real money never meet in one journal.',
    sql: `select p.journal_id, null::boolean as demo from ledger_posting p join ledger_account a on a.id = p.account_id
           join ledger_journal j on j.id = p.journal_id group by 1
          having bool_or(a.demo) <> bool_and(a.demo) or bool_or(a.demo <> j.demo)`,
  },
  {
    name: 'L12',
    says: 'A frozen account is the sum of the open holds on it.',
    sql: `select coalesce(a.id, h.account_id) as id, a.demo, a.balance, coalesce(h.held, 0) as held from ledger_account a
            full join (select account_id, sum(amount) as held from ledger_hold where closed_at is null group by 1) h
              on h.account_id = a.id
           where (a.kind like '%\\_frozen' and a.balance <> coalesce(h.held, 0))
              or (h.account_id is not null and (a.kind is null or a.kind not like '%\\_frozen'))`,
  },
  {
    name: 'L14',
    says: 'At most one journal for a reason and a reference.',
    sql: `select reason, reference, count(*), ${bookOfAll('demo')} from ledger_journal
           group by 1, 2 having count(*) > 1`,
  },
  {
    name: 'L15',
    says: 'Every journal has a registered reason and the business row that it names.',
    sql: journalsWithoutRow,
  },
  {
    name: 'L16',
    says: 'The seals form a chain without a gap, and each is the digest of the journals that it covers.',
    sql: `select id, first_journal, last_journal, null::boolean as demo from ledger_broken_seals()`,
  },
  {
    name: 'L18',
    isRepairable: true,
    says: "The application's role can neither change the books nor write postings itself.",
    sql: `select table_name, privilege_type, null::boolean as demo from information_schema.role_table_grants
           where grantee = 'gateway_app' and table_schema = current_schema() and table_name in (${BOOKS})
             and (privilege_type in ('UPDATE', 'DELETE', 'TRUNCATE', 'TRIGGER')
               or (privilege_type = 'INSERT' and table_name not in ('ledger_seal', 'trading_mode_change')))`,
  },
  {
    name: 'L19',
    isRepairable: true,
    says: 'The triggers that refuse changes to the books are there and enabled.',
    sql: `select guard.name, null::boolean as demo from (values ${GUARDS}) as guard (name)
           where not exists (select from pg_trigger t where t.tgname = guard.name and t.tgenabled in ('O', 'A'))`,
  },
];

/** Built when it is asked for, because features register their reasons as they are loaded. */
function journalsWithoutRow(): string {
  const cases = [...registeredReasons()].map(
    ([reason, row]) => `when '${reason.replaceAll("'", "''")}' then ${row === null ? 'true' : `exists (${row})`}`,
  );
  return `select j.id, j.demo, j.reason, j.reference from ledger_journal j
           where not case j.reason ${cases.join('\n')} else false end`;
}

for (const invariant of LEDGER_INVARIANTS) registerInvariant(invariant);
