-- Whether several legs are on one account.
create or replace function ledger_repeats_account(
  p_owners bigint[], p_kinds text[], p_currencies integer[]
) returns boolean
language sql immutable
as $$
  select exists (select from unnest(p_owners, p_kinds, p_currencies) as leg (owner_id, kind, currency_id)
                  group by leg.owner_id, leg.kind, leg.currency_id having count(*) > 1)
$$;
