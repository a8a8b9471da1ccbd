-- Where a withdrawal went, after its account was erased: an address of a chain stays, since the books are held against it
-- and everybody reads it on the chain; of a bank nothing does.
create or replace function withdrawal_place_erased(p_chain text, p_destination jsonb) returns jsonb
language sql immutable
as $$
  select case when p_chain = 'bank'
    then jsonb_build_object('address', '-', 'network', p_destination->>'network') else p_destination end
$$;
