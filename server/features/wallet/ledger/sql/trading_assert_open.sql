-- Refuses new commitments (LG005) while a book is in cancel-only: real money or demo money, which the detail says.
-- How long ago the books were checked is an alarm elsewhere: only what is broken stops money.
--
-- Access: product
create or replace function trading_assert_open(p_demo boolean) returns void
language plpgsql
security definer
set search_path = public, pg_temp
set enable_seqscan = off
as $$
begin
  if not trading_is_open(p_demo) then
    raise exception 'cancel-only' using errcode = 'LG005', detail = case when p_demo then 'demo' else 'real' end;
  end if;
end
$$;
