-- Funding is owed on the lots held at the stamp (B.3). Whenever lots leave a position after a stamp that is
-- not charged yet (close, partial close, liquidation), this trigger records how many there were, whether or
-- not the rate is known by then. Stamps considered: the eight-hour stamps behind the market's last rate, of which there
-- are several where no worker was there to decide them (in a market without a rate, those since the position was opened),
-- and those of unsettled rates.
create or replace function funding_note_due() returns trigger
language plpgsql
set enable_seqscan = off
as $$
begin
  insert into funding_due (position_id, stamp, market_id, lots)
  select b.id, due.stamp, b.market_id, b.lots
    from before b join after a on a.id = b.id
   cross join lateral (
     select undecided.stamp
       from generate_series(
         coalesce((select max(r.stamp) from funding_rate r where r.market_id = b.market_id and r.stamp <= a.updated_at)
             + interval '8 hours', date_bin('8 hours', b.opened_at, '2000-01-01 00:00+00')),
         date_bin('8 hours', a.updated_at, '2000-01-01 00:00+00'), interval '8 hours') as undecided (stamp)
     union
     select r.stamp from funding_rate r where r.settled_at is null and r.market_id = b.market_id) due
   where b.status in (1, 2) and a.lots <> b.lots and b.opened_at <= due.stamp and due.stamp <= a.updated_at
     and not exists (select from funding_charge c where c.position_id = b.id and c.stamp = due.stamp)
     and not exists (select from funding_rate r
          where r.market_id = b.market_id and r.stamp = due.stamp and r.settled_at is not null)
  on conflict do nothing;
  return null;
end
$$;
