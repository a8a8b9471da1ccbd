-- Trigger of funding_premium: a premium is of the five seconds in which it is written, one for each five seconds, and of an
-- index that the tape does not contradict, within the market's band of it. So a worker adds none to hours that are over,
-- and no more of them than others. The owner of the table writes what it likes. Refusal: FN001.
create or replace function funding_premium_sampled() returns trigger
language plpgsql
as $$
declare
  now_is constant timestamptz := database_now(new.at);
  band constant numeric := (select m.band_ratio from market m where m.id = new.market_id);
  taped numeric;
begin
  if pg_has_role(current_user, (select c.relowner from pg_class c where c.oid = tg_relid), 'usage') then
    return new;
  end if;
  select s.index into taped from price_sample s
   where s.market_id = new.market_id and s.second > new.at - interval '10 seconds'
     and s.second <= new.at + interval '5 seconds' and s.index_state = 'ok'
   order by s.second desc limit 1;
  if new.at <> date_bin('5 seconds', new.at, '2000-01-01 00:00+00') or new.at > now_is + interval '1 second'
     or new.at < now_is - interval '15 seconds' or abs(new.premium) > band or abs(new.index - taped) > band * taped then
    raise exception 'a premium of other prices, or of another time' using errcode = 'FN001';
  end if;
  return new;
end
$$;
