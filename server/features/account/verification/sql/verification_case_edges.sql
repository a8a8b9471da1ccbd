-- The only ways that a case may go, whoever decides and whatever code runs.
create or replace function verification_case_edges() returns trigger
language plpgsql
as $$
begin
  if tg_op = 'INSERT' then
    if new.status <> 'under-review' or new.version <> 1 then
      raise exception 'a case begins under review';
    end if;
  elsif new.user_id <> old.user_id or new.level <> old.level or new.id <> old.id then
    raise exception 'a case belongs to one user and one level';
  elsif new.status = old.status then
    if new.version <> old.version then
      raise exception 'a version is a change of the status';
    end if;
  elsif new.version <> old.version + 1 or (old.status, new.status) not in (
    ('under-review', 'verified'), ('under-review', 'rejected'), ('rejected', 'under-review')) then
    raise exception 'a case cannot go from % to %', old.status, new.status;
  end if;
  return new;
end
$$;
