/**
 * Binary search in SQL for the first posting of each account since an instant, in logarithmic time: the postings of an account
 * are numbered without gaps. A part of a statement that begins `with recursive` and has `asked (id, sequence, at)`, the accounts with the number
 * of their last posting and the instant. Of each, the row of `search (id, at, low, high)` with `low = high` has the number of the first
 * posting whose journal is of that instant or later; one more than the last where there is none.
 */
export const POSTING_SEARCH = `
  search (id, at, low, high) as (
    select id, at, 1::bigint, sequence + 1 from asked
    union all
    select s.id, s.at, case when found.at < s.at then middle.place + 1 else s.low end,
           case when found.at < s.at then s.high else middle.place end
      from search s
     cross join lateral (select (s.low + s.high) / 2 as place) middle
     cross join lateral (
       select (select j.at from ledger_journal j where j.id = p.journal_id and j.demo = p.demo) as at
         from ledger_posting p where p.account_id = s.id and p.sequence = middle.place) found
     where s.low < s.high)`;
