-- Makes the project of an approved proposal: its terms, and a seed that nobody knows. A trigger holds it against the
-- proposal. Its coin is made when it is listed. Answers its number. Refusals: IE008 the terms contradict each other
-- or the coins that there are.
--
-- Access: product
create or replace function ieo_publish(p_proposal bigint, p_terms jsonb, p_at timestamptz) returns integer
language plpgsql
security definer
set search_path = public, pg_temp
as $$
declare
  seed constant bytea := sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()));
  made ieo_project;
begin
  p_at := require_reached(p_at);
  if not exists (select from operator_proposal p
                  where p.id = p_proposal and p.kind = 'ieo-project' and p.status = 'approved' and p.detail = p_terms) then
    raise exception 'not the terms that two people agreed on' using errcode = 'IE009';
  elsif (p_terms ->> 'applyFrom')::timestamptz <= database_now(p_at) then
    raise exception 'applications begin before anybody could read of them' using errcode = 'IE008', detail = 'applyFrom';
  end if;
  insert into ieo_project (code, name, issuer, coin_code, coin_name, coin_scale, pay_currency_id, coin_supply, supply,
    least, most, cap, price, texts, apply_from, apply_until, allot_at, pay_until, second_pay_until, list_at, lock_until,
    release_parts, release_days,
    seed_hash, proposal_id, created_at)
  select t.code, t.name, t.issuer, t."coinCode", t."coinName", t."coinScale", t."payCurrencyId", t."coinSupply",
         t.supply, t.least, t.most, t.cap, t.price, t.texts, t."applyFrom", t."applyUntil", t."allotAt",
         t."payUntil", t."secondPayUntil", t."listAt", t."lockUntil", t."releaseParts", t."releaseDays",
         sha256(convert_to(concat_ws(e'\n', 'ieo-seed1', t.code, encode(seed, 'hex')), 'UTF8')), p_proposal, p_at
    from jsonb_to_record(p_terms) as t (code text, name text, issuer text, "coinCode" text, "coinName" text,
      "coinScale" integer, "payCurrencyId" integer,
      "coinSupply" bigint, supply bigint, least bigint, most bigint, cap bigint, price numeric, texts jsonb,
      "applyFrom" timestamptz, "applyUntil" timestamptz, "allotAt" timestamptz, "payUntil" timestamptz,
      "secondPayUntil" timestamptz, "listAt" timestamptz, "lockUntil" timestamptz, "releaseParts" integer,
      "releaseDays" integer)
  returning * into made;
  if made.price <> trunc(made.price, (select c.scale from currency c where c.id = made.pay_currency_id)) then
    raise exception 'a price with more decimals than its coin' using errcode = 'IE008', detail = 'price';
  elsif exists (select from currency c
                 where c.code = made.coin_code and (c.id = made.pay_currency_id or c.scale <> made.coin_scale)) then
    raise exception 'paid for with itself, or with other decimals than it has'
      using errcode = 'IE008', detail = 'coinCode';
  end if;
  insert into ieo_seed (project_id, seed) values (made.id, seed);
  return made.id;
exception
  when check_violation or unique_violation or foreign_key_violation or not_null_violation then
    raise exception 'terms that contradict each other' using errcode = 'IE008', detail = 'terms';
end
$$;
