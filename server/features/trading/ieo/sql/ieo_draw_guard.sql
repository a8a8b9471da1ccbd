-- Trigger of ieo_draw: a sale is drawn by the prices of one hour, which nobody names. It is the first one after the close
-- that is not void, it is over for good and sealed, and the root is that of its samples, which are read once more: what a
-- worker published too early, or of other samples, draws nothing (IE014). Nor is anything drawn where the samples of an hour
-- before it are gone: nobody could say any more whether it was void.
create or replace function ieo_draw_guard() returns trigger
language plpgsql
as $$
declare
  project ieo_project;
  tree record;
  newest price_sample;
begin
  select * into strict project from ieo_project where id = new.project_id;
  if new.market_id is distinct from project.draw_market_id or new.hour is distinct from ieo_draw_hour(project)
     or exists (select from tape_root r
                 where r.market_id = new.market_id and r.hour >= ieo_draw_from(project) and r.hour < new.hour
                   and not exists (
                     select from price_sample s where s.market_id = r.market_id and s.second >= r.hour
                        and s.second < r.hour + interval '1 hour')) then
    raise exception 'not the hour that sale % is drawn by', new.project_id using errcode = 'IE014';
  elsif database_now(new.drawn_at) < new.hour + interval '1 hour'
     or not exists (select from ieo_round r where r.project_id = new.project_id and r.round = 0)
     or not exists (select from tape_head h
                     where h.market_id = new.market_id and h.second >= new.hour + interval '59 minutes 59 seconds') then
    raise exception 'the hour that sale % is drawn by is not over', new.project_id using errcode = 'IE014';
  end if;
  select * into tree from tape_hour_tree(new.market_id, new.hour);
  select * into newest from price_sample s
   where s.market_id = new.market_id and s.second >= new.hour and s.second < new.hour + interval '1 hour'
   order by s.second desc limit 1;
  if (new.root, new.samples, new.path) is distinct from (tree.root, tree.samples, tree.path)
     or new.last is distinct from tape_sample(newest)
     or not exists (select from tape_root r
                     where r.market_id = new.market_id and r.hour = new.hour and r.root = new.root
                       and r.samples = new.samples) then
    raise exception 'the prices of the hour that sale % is drawn by do not make this root', new.project_id
      using errcode = 'IE014';
  end if;
  return new;
end
$$;
