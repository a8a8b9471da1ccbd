-- balance_event_now for several accounts of a user that one journal has moved, in the order given.
create or replace function balance_events_now(
  p_user bigint, p_accounts text[], p_currencies integer[], p_demo boolean, p_deltas numeric[], p_reason text,
  p_journal bigint
) returns jsonb[]
language plpgsql stable
set enable_seqscan = off
as $$
begin
  return array(
    select balance_event_now(p_user, moved.account, moved.currency, p_demo, moved.delta, p_reason, p_journal)
      from unnest(p_accounts, p_currencies, p_deltas) with ordinality as moved (account, currency, delta, place)
     order by moved.place);
end
$$;
