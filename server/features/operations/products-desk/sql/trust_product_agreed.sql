-- Trigger of trust_product: a product is added as two people agreed on it, in the same transaction, and takes no more than
-- the interest so far where it is broken off. Who owns the table seeds it. Refusal: PT001.
create or replace function trust_product_agreed() returns trigger
language plpgsql
as $$
begin
  if not pg_has_role(current_user, (select c.relowner from pg_class c where c.oid = tg_relid), 'usage') and not (
       new.penalty_capped and exists (
         select from operator_proposal p
          where p.kind = 'trust-product' and p.status = 'approved' and p.xmin = pg_current_xact_id()::xid
            and (p.detail->>'name', p.detail->>'currency', (p.detail->>'termDays')::integer, (p.detail->>'minimum')::numeric,
                 (p.detail->>'maximum')::numeric, (p.detail->>'dailyPercent')::numeric, (p.detail->>'quota')::numeric,
                 p.detail->>'redemptionRule', coalesce((p.detail->>'redemptionRate')::numeric, 0), p.detail->>'source',
                 (p.detail->>'enabled')::boolean)
                is not distinct from
                (new.code, (select c.code::text from currency c where c.id = new.currency_id), new.term_days,
                 new.minimum::numeric, new.maximum::numeric, new.daily_ratio * 100, new.quota::numeric, new.redemption_rule,
                 new.redemption_ratio * case new.redemption_rule when 'fixed-fee' then 1 else 100 end, new.yield_source,
                 new.enabled))) then
    raise exception 'a product that two people did not agree on' using errcode = 'PT001';
  end if;
  return new;
end
$$;
