-- Takes out the premiums that are older than fourteen days by the database's clock: for so long C17 holds rates against
-- them.
--
-- Access: worker
create or replace function funding_premiums_forget(p_at timestamptz) returns void
language plpgsql
security definer
set search_path = public, pg_temp
as $$
begin
  p_at := require_reached(p_at);
  delete from funding_premium where at < p_at - interval '14 days';
end
$$;
