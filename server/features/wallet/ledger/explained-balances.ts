import { EXPLAINED_KINDS, explainedReasons } from './reasons.js';

/** The kinds of accounts of the house that owe what business rows say, as a list of SQL (L08). */
export const EXPLAINED = EXPLAINED_KINDS.map((kind) => `'${kind}'`).join(', ');

const NOTHING_SAID = 'select null::integer as currency_id, null::numeric as amount where false';

/** Of each journal what its business row says, which is found by its number. Built lazily: features register at module load. */
export function unexplainedPostings(): string {
  const said = explainedReasons().map(
    ({ reason, kind, rows }) => `
      select r.currency_id, r.amount from (${rows}) r
       where b.reason = '${reason}' and b.kind = '${kind}' and r.number = b.number`,
  );
  return `select b.journal_id as id, b.demo, b.reason, b.reference, b.kind, b.currency_id, b.amount, s.amount as said
            from (select journal_id, bool_or(account_demo) as demo, reason, reference, number, kind, currency_id,
                         sum(amount) as amount
                    from legs where kind in (${EXPLAINED}) group by 1, 3, 4, 5, 6, 7) b
           cross join lateral (
             select coalesce(sum(x.amount), 0) as amount from (${[NOTHING_SAID, ...said].join(' union all ')}) x
              where x.currency_id = b.currency_id) s
           where b.amount <> s.amount`;
}

/** The same of all of them together: a row without its journal is missing in the sum. */
export function unexplainedBalances(): string {
  const said = explainedReasons().map(
    ({ kind, rows }) => `union all select '${kind}', r.currency_id, 0, r.amount from (${rows}) r`,
  );
  return `select kind, currency_id, sum(balance) as balance, sum(said) as said, null::boolean as demo from (
            select a.kind, a.currency_id, a.balance, 0 as said from ledger_account a
             where a.owner_key = 0 and a.kind in (${EXPLAINED})
            ${said.join('\n')}) sides
           group by 1, 2 having sum(balance) <> sum(said)`;
}
