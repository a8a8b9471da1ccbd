-- Trigger of ieo_project: which market's prices a sale is drawn by follows from the markets that there are when it is made,
-- whoever makes it and whatever they say, and never changes (IE009): the one of the lowest number that the tape has every
-- second of. A sale of before, which is drawn without prices, may come to it while it can be applied for.
create or replace function ieo_project_draw() returns trigger
language plpgsql
as $$
begin
  if tg_op = 'UPDATE' and (old.draw_market_id is not null or old.apply_until <= clock_timestamp()) then
    raise exception 'what a sale is drawn by stays' using errcode = 'IE009';
  end if;
  select m.id into new.draw_market_id from market m order by (m.perpetual or m.option) desc, m.id limit 1;
  if new.draw_market_id is null then
    raise exception 'no market whose prices a sale could be drawn by' using errcode = 'IE009';
  end if;
  return new;
end
$$;
