-- Whether a book takes new risk: false while it is in cancel-only. For work that waits until it is open again; commands
-- are refused by trading_assert_open.
--
-- Access: product
create or replace function trading_is_open(p_demo boolean) returns boolean
language plpgsql
stable
security definer
set search_path = public, pg_temp
set enable_seqscan = off
as $$
begin
  return coalesce((select m.mode = 'open' from trading_mode m where m.demo = p_demo), false);
end
$$;
