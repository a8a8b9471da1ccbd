-- Trigger of ieo_application: it moves by the steps of `ieo.rules.ts` alone, who and what it is never changes, and
-- what was applied for does not once it is sealed (IE009). Nothing is applied for when the time for it is over, whoever
-- writes it (IE002): from then on what decides may become known.
create or replace function ieo_application_guard() returns trigger
language plpgsql
as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'an application stays' using errcode = 'IE009';
  elsif tg_op = 'INSERT' then
    if new.status <> 'committed' or new.second is not null then
      raise exception 'an application begins with its money' using errcode = 'IE009';
    end if;
  end if;
  if (tg_op = 'INSERT' or new.units > old.units) and exists (
       select from ieo_project p where p.id = new.project_id and p.apply_until <= database_now(new.updated_at)) then
    raise exception 'applications are not open' using errcode = 'IE002';
  elsif tg_op = 'INSERT' then
    return new;
  end if;
  if (new.id, new.project_id, new.user_id, new.salt, new.account_hash, new.created_at)
       is distinct from (old.id, old.project_id, old.user_id, old.salt, old.account_hash, old.created_at)
     or (new.units <> old.units and (old.status <> 'committed' or new.status <> 'committed' or new.units < old.units))
     or (new.status, old.status) not in (
       ('committed', 'committed'), ('allotted', 'committed'), ('failed', 'committed'), ('paid', 'allotted'),
       ('missed', 'allotted'), ('paid', 'paid'), ('locked', 'paid'), ('releasing', 'locked'), ('releasing', 'releasing'),
       ('cancelled', 'committed'), ('cancelled', 'allotted'), ('cancelled', 'paid'))
     or (old.allotted is not null and new.allotted is distinct from old.allotted)
     or (old.second is not null and new.second is distinct from old.second)
     or new.released_parts < old.released_parts or new.released < old.released then
    raise exception 'no step of an application: % to %', old.status, new.status using errcode = 'IE009';
  end if;
  return new;
end
$$;
