-- The root of the Merkle tree (RFC 9162, SHA-256) over a market's samples of an hour as the tape has them, how many there
-- are, and the way from the last one to the root, nearest hash first: `merkleRoot` and `merklePath` of tape.rules.ts. Who
-- puts the root of an hour to use asks here what it is: the published one was written by a worker. Nulls where there is
-- no sample.
--
-- Access: stored functions
create or replace function tape_hour_tree(
  p_market integer, p_hour timestamptz, out root bytea, out samples integer, out path bytea
)
language plpgsql stable
set enable_seqscan = off
as $$
declare
  hashes bytea[];
  size integer;
begin
  select array_agg(sha256('\x00'::bytea || s.hash) order by s.second) into hashes
    from price_sample s
   where s.market_id = p_market and s.second >= p_hour and s.second < p_hour + interval '1 hour';
  samples := cardinality(hashes);
  path := case when samples > 0 then ''::bytea end;
  loop
    size := cardinality(hashes);
    exit when coalesce(size, 0) < 2;
    -- The last one of a level stands beside the one before it, or goes up as it is.
    if size % 2 = 0 then
      path := path || hashes[size - 1];
    end if;
    select array_agg(case when place < size then sha256('\x01'::bytea || hashes[place] || hashes[place + 1])
                       else hashes[place] end order by place) into hashes
      from generate_series(1, size, 2) as place;
  end loop;
  root := hashes[1];
end
$$;
