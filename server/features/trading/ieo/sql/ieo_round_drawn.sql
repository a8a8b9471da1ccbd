-- Trigger of ieo_round: nothing is allotted before that is fixed which a sale is drawn by, and each round says that it is
-- drawn by that, whoever computes it: a worker of the version before, which knows another order alone, seals none (IE014).
create or replace function ieo_round_drawn() returns trigger
language plpgsql
as $$
declare
  is_drawn_by_prices boolean;
begin
  select p.draw_market_id is not null into is_drawn_by_prices from ieo_project p where p.id = new.project_id;
  if new.round > 0 and (new.draw is null) = is_drawn_by_prices
     or new.draw is distinct from (
       select d.root from ieo_draw d where d.project_id = new.project_id and new.round > 0) then
    raise exception 'round % of sale % is not drawn by its prices', new.round, new.project_id using errcode = 'IE014';
  end if;
  return new;
end
$$;
