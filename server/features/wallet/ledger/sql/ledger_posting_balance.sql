-- The legs of a journal arrive in one statement and sum to zero in each currency (LG002), whichever code writes
-- them. No leg is zero, so there are at least two. Also checks that a posting is in the currency and the book
-- of its account and journal (23503): what foreign keys would check row by row, at twenty microseconds a row,
-- one statement checks for all rows. Accounts and journals never change or disappear, so checking once is
-- enough.
create or replace function ledger_posting_balance() returns trigger
language plpgsql
as $$
begin
  -- Accounts and journals are asked for one by one, so that no plan can read all of them.
  if exists (
    select from added p group by p.journal_id, p.currency_id
    having sum(p.amount) <> 0
        or bool_or((select a.id from ledger_account a
                     where a.id = p.account_id and a.currency_id = p.currency_id and a.demo = p.demo) is null)
        or (select j.id from ledger_journal j
             where j.id = p.journal_id and j.demo = bool_and(p.demo) and j.demo = bool_or(p.demo)) is null) then
    if exists (select from added p group by p.journal_id, p.currency_id having sum(p.amount) <> 0) then
      raise exception 'the legs of a journal do not sum to zero' using errcode = 'LG002';
    end if;
    raise exception 'a posting is in the currency and the book of its account and its journal' using errcode = '23503';
  end if;
  return null;
end
$$;
