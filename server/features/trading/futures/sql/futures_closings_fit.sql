-- Takes away what waits for lots that a position has no more, the order placed last first. Every way to close lots
-- comes here: the position's own guard calls it.
create or replace function futures_closings_fit(p_position bigint, p_lots integer, p_at timestamptz) returns void
language plpgsql
set search_path = public, pg_temp
set enable_seqscan = off
as $$
begin
  update futures_closing_order o set
         lots_waiting = fits.lots, updated_at = p_at,
         status = case when fits.lots = 0 then 'cancelled' else o.status end,
         reason = case when fits.lots = 0 then case when p_lots = 0 then 'position-closed' else 'position-reduced' end end,
         ended_at = case when fits.lots = 0 then p_at end
    from (select w.id,
                 greatest(0, least(w.lots_waiting, p_lots - sum(w.lots_waiting) over (order by w.id) + w.lots_waiting))
                   as lots
            from futures_closing_order w where w.position_id = p_position and w.status = 'waiting') fits
   where o.id = fits.id and fits.lots < o.lots_waiting;
end
$$;
