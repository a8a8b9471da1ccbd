-- Refuses a command that leaves less on the futures account than the user's cross positions have lost at the current marks
-- (`p_marks`: mark by market id; null: what is held there counts for nothing). Call it after the posting: from then on the
-- account is locked, so a concurrent change of positions or money waits or has been seen.
--
-- Refusals: LG001 too little is left, FU010 a cross position has no mark.
create or replace function futures_assert_loss_covered(
  p_events jsonb[], p_user bigint, p_currency integer, p_demo boolean, p_marks jsonb
) returns void
language plpgsql
set search_path = public, pg_temp
set enable_seqscan = off
as $$
declare
  held record;
begin
  select count(*) as positions, count(*) filter (where p_marks ? f.market_id::text) as marked,
         sum(f.side * ((p_marks->>f.market_id::text)::numeric - f.entry_price) * f.lots * f.lot_size) as gain
    into held
    from futures_position f
   where f.user_id = p_user and f.demo = p_demo and f.status in (1, 2) and f.margin_mode = 'cross'
     and f.currency_id = p_currency;
  if held.marked < held.positions then
    raise exception 'a cross position has no mark now' using errcode = 'FU010';
  end if;
  if held.gain < 0 and (p_events[1]->>'account' <> 'contract' or (p_events[1]->>'after')::numeric < -held.gain) then
    perform ledger_refuse_debit(null, '', 0);
  end if;
end
$$;
