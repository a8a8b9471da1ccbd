-- A second of the tape as readers see it: `TapeSample` of contract/markets/tape.dto.ts. Settlements and liquidation
-- reports store the seconds that they were decided from in the same form.
create or replace function tape_sample(p price_sample) returns jsonb
language sql stable parallel safe
as $$
  select jsonb_build_object('s', (extract(epoch from p.second) * 1000)::bigint, 'sequence', p.sequence,
    'index', p.index::text, 'indexState', p.index_state, 'mark', p.mark::text, 'last', p.last::text,
    'live', p.live_constituents, 'constituents', p.constituents, 'origin', p.origin,
    'prevHash', encode(p.prev_hash, 'hex'), 'hash', encode(p.hash, 'hex'))
$$;
