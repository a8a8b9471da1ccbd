-- Takes away what waits for lots that a position has no more, the order placed last first. Every way to close lots
-- comes here, because it changes the position's row. Before that is done, so that an event made of the changed row
-- has what is left.
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
