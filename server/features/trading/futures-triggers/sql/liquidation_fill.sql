-- futures_fill, as workers of the version before call it: it goes with the next version.
--
-- Access: worker
create or replace function liquidation_fill(p_items jsonb, p_marks jsonb, p_at timestamptz) returns bigint[]
language plpgsql
security definer
set search_path = public, pg_temp
as $$
begin
  p_at := require_reached(p_at);
  return futures_fill(p_items, p_marks, p_at);
end
$$;
