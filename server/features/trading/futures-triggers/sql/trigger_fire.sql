-- Records receipts of stops that a trigger price has reached: [{ positionId, kind, source, level, value, epoch, sequence,
-- valueAt }]. Skipped: a stop that was changed meanwhile, a position that is not open, and one whose other stop is being
-- executed. Returns the positions whose stops fired.
--
-- Access: worker
create or replace function trigger_fire(p_items jsonb, p_at timestamptz) returns bigint[]
language plpgsql
security definer
set search_path = public, pg_temp
set enable_seqscan = off
as $$
declare
  fired bigint[];
begin
  p_at := require_reached(p_at);
  with given as (
    select * from jsonb_to_recordset(p_items) as stop ("positionId" bigint, kind text, source text, level numeric,
      value numeric, epoch text, sequence bigint, "valueAt" bigint)),
  written as (
    insert into futures_trigger (position_id, user_id, kind, state, source, level, value, epoch, sequence, value_at,
      triggered_at)
    select f.id, f.user_id, given.kind, 'triggered', given.source, given.level, given.value, given.epoch,
           given.sequence, to_timestamp(given."valueAt"::numeric / 1000), p_at
      from given join futures_position f on f.id = given."positionId" and f.status = 1
       and case given.kind when 'stop-loss' then f.stop_loss else f.take_profit end = given.level
       and case given.kind when 'stop-loss' then f.stop_loss_source else f.take_profit_source end = given.source
     order by f.id
    on conflict (position_id) where state in ('triggered', 'executing') do nothing
    returning position_id)
  select coalesce(array_agg(position_id), '{}') into fired from written;
  return fired;
end
$$;
