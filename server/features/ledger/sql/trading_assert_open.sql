-- Refuses new commitments (LG005) while the product is in cancel-only mode: after a broken book, or when
-- nobody has verified the books for too long.
--
-- Access: product
create or replace function trading_assert_open() returns void
language plpgsql
security definer
set search_path = public, pg_temp
set enable_seqscan = off
as $$
declare
  current trading_mode;
begin
  select * into strict current from trading_mode;
  if current.mode <> 'open' or current.verified_at < clock_timestamp() - interval '3 minutes' then
    raise exception 'cancel-only' using errcode = 'LG005';
  end if;
end
$$;
