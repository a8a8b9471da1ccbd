-- Trigger of ieo_round: nothing is allotted before that is fixed which a sale is drawn by, whoever computes it (IE014).
create or replace function ieo_round_drawn() returns trigger
language plpgsql
as $$
begin
  if new.round > 0 and exists (select from ieo_project p where p.id = new.project_id and p.draw_market_id is not null)
     and not exists (select from ieo_draw d where d.project_id = new.project_id) then
    raise exception 'sale % is not drawn yet', new.project_id using errcode = 'IE014';
  end if;
  return new;
end
$$;
