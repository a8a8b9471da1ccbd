-- The index that the tape has for a second. A sample is published a few milliseconds before it is on the tape, so a second
-- that the tape has not reached is waited for, half a second at most. Call it before any lock that others than the buyer
-- wait for. All null: the tape has passed the second without a sample of it.
--
-- Refusal: OP004 the tape is behind.
create or replace function option_taped(
  p_market integer, p_second timestamptz, out index numeric, out index_state text, out origin text
)
language plpgsql
set search_path = public, pg_temp
set enable_seqscan = off
as $$
begin
  for attempt in 0..25 loop
    select s.index, s.index_state, s.origin into index, index_state, origin
      from price_sample s where s.market_id = p_market and s.second = p_second;
    exit when found;
    if attempt = 25 then
      raise exception 'the tape has not reached the second of the entry' using errcode = 'OP004';
    end if;
    if exists (select from tape_head h where h.market_id = p_market and h.second >= p_second) then
      -- Written between the two looks, or missing for good.
      select s.index, s.index_state, s.origin into index, index_state, origin
        from price_sample s where s.market_id = p_market and s.second = p_second;
      exit;
    end if;
    perform pg_sleep(0.02);
  end loop;
end
$$;
