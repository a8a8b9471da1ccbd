-- Trigger of option_term, spot_product, futures_product, trust_product and of the terms that a market has: nothing becomes
-- of them but what two people agreed on in the same transaction, in the words of the desk (`ProductTerms` of
-- contract/rules/product-terms.rules.ts; shares are in percent there). Arguments: the kind of the proposal, and the column
-- that its subject is in. Who owns the tables seeds them. Refusal: PT001.
create or replace function product_terms_agreed() returns trigger
language plpgsql
as $$
begin
  if pg_has_role(current_user, (select c.relowner from pg_class c where c.oid = tg_relid), 'usage') then
    return new;
  end if;
  if exists (
    select from jsonb_each(to_jsonb(new)) as is_now (name, value)
      join (values
        ('option_term', 'payout_ratio', 'payoutPercent', 100),
        ('option_term', 'even_payout_ratio', 'evenPayoutPercent', 100),
        ('option_term', 'minimum', 'minimum', 1), ('option_term', 'maximum', 'maximum', 1),
        ('option_term', 'fee_ratio', 'feePercent', 100), ('option_term', 'enabled', 'enabled', 1),
        ('spot_product', 'fee_ratio', 'feePercent', 100), ('spot_product', 'minimum_amount', 'minimumAmount', 1),
        ('spot_product', 'maximum_amount', 'maximumAmount', 1), ('spot_product', 'enabled', 'enabled', 1),
        ('futures_product', 'leverages', 'leverages', 1), ('futures_product', 'open_lots_max', 'openLotsMax', 1),
        ('futures_product', 'enabled', 'enabled', 1), ('market', 'lots_max', 'lotsMax', 1),
        ('market', 'perpetual_fee_percent', 'feePercent', 1), ('trust_product', 'minimum', 'minimum', 1),
        ('trust_product', 'maximum', 'maximum', 1), ('trust_product', 'daily_ratio', 'dailyPercent', 100),
        ('trust_product', 'quota', 'quota', 1), ('trust_product', 'enabled', 'enabled', 1)
      ) as term (place, name, word, factor) on term.place = tg_table_name and term.name = is_now.name
     where is_now.value is distinct from to_jsonb(old)->term.name and not exists (
       select from operator_proposal p
        where p.kind = tg_argv[0] and p.subject_id = (to_jsonb(new)->>tg_argv[1])::bigint and p.status = 'approved'
          and p.xmin = pg_current_xact_id()::xid
          and case when jsonb_typeof(is_now.value) = 'number'
                then (p.detail->'after'->>term.word)::numeric = (is_now.value #>> '{}')::numeric * term.factor
                else p.detail->'after'->term.word = is_now.value end)) then
    raise exception 'terms that two people did not agree on' using errcode = 'PT001';
  end if;
  return new;
end
$$;
