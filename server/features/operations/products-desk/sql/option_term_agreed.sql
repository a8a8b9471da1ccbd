-- Trigger of option_term: a time of options is added as two people agreed on it, in the same transaction. Its band of even
-- is the one that both were shown. Who owns the table seeds it. Refusal: PT001.
create or replace function option_term_agreed() returns trigger
language plpgsql
as $$
begin
  if not pg_has_role(current_user, (select c.relowner from pg_class c where c.oid = tg_relid), 'usage') and not exists (
       select from operator_proposal p
        where p.kind = 'option-time' and p.status = 'approved' and p.xmin = pg_current_xact_id()::xid
          and (p.detail->>'name', (p.detail->>'seconds')::integer, (p.detail->>'evenBandPercent')::numeric,
               (p.detail->>'payoutPercent')::numeric, (p.detail->>'evenPayoutPercent')::numeric,
               (p.detail->>'minimum')::numeric, (p.detail->>'maximum')::numeric, (p.detail->>'feePercent')::numeric,
               (p.detail->>'enabled')::boolean)
              is not distinct from
              (coalesce((select m.symbol::text from market m where m.id = new.market_id), '*'), new.seconds,
               new.even_band_ratio * 100, new.payout_ratio * 100, new.even_payout_ratio * 100, new.minimum::numeric,
               new.maximum::numeric, new.fee_ratio * 100, new.enabled)) then
    raise exception 'a time that two people did not agree on' using errcode = 'PT001';
  end if;
  return new;
end
$$;
