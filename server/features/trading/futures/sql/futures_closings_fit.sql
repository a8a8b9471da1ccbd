-- Reduces or cancels closing orders for lots that a position no longer has, the newest first. As a trigger on the position's
-- row it covers every way to close lots. It runs before the change, so that an event of the changed row shows the
-- remaining orders.
create or replace function futures_closings_fit() returns trigger
language plpgsql
set enable_seqscan = off
as $$
begin
  update futures_closing_order o set
         lots_waiting = fits.lots, updated_at = new.updated_at,
         status = case when fits.lots = 0 then 'cancelled' else o.status end,
         reason = case when fits.lots > 0 then null when new.lots = 0 then 'position-closed' else 'position-reduced' end,
         ended_at = case when fits.lots = 0 then new.updated_at end
    from (select w.id,
                 greatest(0, least(w.lots_waiting, new.lots - sum(w.lots_waiting) over (order by w.id) + w.lots_waiting))
                   as lots
            from futures_closing_order w where w.position_id = new.id and w.status = 'waiting') fits
   where o.id = fits.id and fits.lots < o.lots_waiting;
  return new;
end
$$;
