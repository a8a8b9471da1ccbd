-- The steps with their waves. In a wave each position is closed once, and money on the futures account of a
-- user moves for one reason, closing or reducing: journals are posted by reason, and the account may be needed
-- in the order of the steps.
--
-- Access: stored functions
create or replace function liquidation_waves(p_steps liquidation_step[]) returns liquidation_step[]
language plpgsql immutable
as $$
declare
  step liquidation_step;
  steps liquidation_step[] := p_steps;
  counted record;
begin
  for counted in
    select marked.place,
           1 + sum((marked.again or marked.reason is distinct from marked.reason_before)::integer) over by_user as wave
      from (select moving.*, coalesce(lag(moving.reason) over by_user, moving.reason) as reason_before
              from (select each.place, (each.before).user_id as user_id, each.net, (each.before).lots = each.lots as reason,
                           row_number() over (partition by (each.before).id order by each.place) > 1 as again
                      from unnest(p_steps) each) moving
             where moving.net <> 0 or moving.again
            window by_user as (partition by moving.user_id order by moving.place)) marked
    window by_user as (partition by marked.user_id order by marked.place)
  loop
    continue when counted.wave = 1;
    step := steps[counted.place];
    step.wave := counted.wave;
    steps[counted.place] := step;
  end loop;
  return steps;
end
$$;
