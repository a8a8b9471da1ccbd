-- What of an amount that an order returns goes to the trust account: the part of its principal that came from there,
-- cut. The rest goes to the spot account. `trustShare` of contract/rules/trust.rules.ts.
create or replace function trust_share(o trust_order, p_amount numeric) returns numeric
language sql immutable parallel safe
as $$
  select div(p_amount * o.from_trust * ('1e' || o.scale::text)::numeric, o.principal) * ('1e-' || o.scale::text)::numeric
$$;
