-- Closes profitable positions of the other side against a bankrupt one at its bankruptcy price, in the order
-- of their rank and only those that gain at that price. Answers how many lots were matched.
--
-- Access: stored functions
create or replace function liquidation_deleverage(
  p futures_position, p_price numeric, p_item jsonb, p_market jsonb, p_ranked bigint[], p_at timestamptz,
  out matched integer, out owners bigint[], out kinds text[], out events jsonb[]
)
language plpgsql
security definer
set search_path = public, pg_temp
set enable_seqscan = off
as $$
declare
  candidate bigint;
  other futures_position;
  done record;
  given integer;
  told jsonb;
begin
  matched := 0;
  owners := '{}';
  kinds := '{}';
  events := '{}';
  foreach candidate in array p_ranked loop
    exit when matched >= p.lots;
    select * into other from futures_position f
     where f.id = candidate and f.status = 1 and f.user_id <> p.user_id and f.lot_size = p.lot_size
       and (p_price - f.entry_price) * f.side >= 0
       for no key update skip locked;
    continue when not found;
    given := least(other.lots, p.lots - matched);
    select * into done from futures_close_one(other.id, null, given, p_price, 'deleveraged', p_at, false);
    matched := matched + other.lots - (done.closed).lots;
    told := liquidation_note(other, done.closed, 'deleveraged', p_item || '{"fills": []}', p_market, p_price,
      'bankruptcy', null, p.id, p_at);
    owners := owners || array_fill(other.user_id, array[cardinality(done.events) + 1]);
    kinds := kinds || done.kinds || 'liquidation'::text;
    events := events || done.events || told;
  end loop;
end
$$;
