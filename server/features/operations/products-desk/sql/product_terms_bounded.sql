-- Trigger of option_term, spot_product, futures_product, trust_product and market, under a condition that says that a term
-- is written beyond its bound (migration `agreed-terms`): it is refused, whoever writes it, as by a check (23514).
create or replace function product_terms_bounded() returns trigger
language plpgsql
as $$
begin
  raise exception 'a term of % beyond its bound', tg_table_name using errcode = '23514';
end
$$;
