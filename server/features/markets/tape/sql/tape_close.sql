-- Closes a market's tape up to a second. A worker that decides or seals because the tape is silent calls it before it reads
-- the samples; a sample that was not written by then never is (`tape_append` answers `moved`). It waits for samples that are
-- being written, so that they are read. A chain that has not begun gets its beginning there.
--
-- With the rights of the tables' owner: those who decide cannot make a price. A second of the last 30 seconds may still
-- be written (TAPE_LATE_MAX_MS of the tape's writer), and is closed by nobody.
--
-- Access: worker
create or replace function tape_close(p_market integer, p_second timestamptz, p_at timestamptz) returns void
language plpgsql
security definer
set search_path = public, pg_temp
as $$
begin
  p_at := require_reached(p_at);
  if p_second > p_at - interval '30 seconds' then
    raise exception 'samples of % may still be written', p_second using errcode = '22023';
  end if;
  insert into tape_head (market_id, sequence, second, hash)
    values (p_market, 0, p_second, decode(repeat('00', 32), 'hex'))
    on conflict (market_id) do update set second = greatest(tape_head.second, excluded.second);
end
$$;
