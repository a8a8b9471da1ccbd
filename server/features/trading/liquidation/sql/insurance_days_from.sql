-- The number of the first posting of the newest days on which an account moved, so many: postings are numbered without a gap
-- in the order of their instants, so that the beginning of each day is found by halving, and nothing before is read.
create or replace function insurance_days_from(p_account bigint, p_days integer) returns bigint
language plpgsql stable
as $$
declare
  first bigint := (select a.sequence + 1 from ledger_account a where a.id = p_account);
  low bigint;
  high bigint;
  middle bigint;
  begins timestamptz;
begin
  for number in 1..p_days loop
    exit when first <= 1;
    high := first - 1;
    select date_trunc('day', j.at, 'UTC') into begins
      from ledger_posting p join ledger_journal j on j.id = p.journal_id and j.demo = p.demo
     where p.account_id = p_account and p.sequence = high;
    low := 1;
    while low < high loop
      middle := (low + high) / 2;
      if exists (
        select from ledger_posting p join ledger_journal j on j.id = p.journal_id and j.demo = p.demo
         where p.account_id = p_account and p.sequence = middle and j.at < begins
      ) then
        low := middle + 1;
      else
        high := middle;
      end if;
    end loop;
    first := low;
  end loop;
  return first;
end
$$;
