-- Trigger of operator: whoever makes an operator, or changes what an operator may do or logs in with, stands in
-- operator_change with the instant of the database's clock; so does whoever approved it. An own password, a login, a
-- disabled operator and an authenticator made with a one-time password change nobody's hands.
create or replace function operator_note_change() returns trigger
language plpgsql
as $$
begin
  if tg_op = 'INSERT' or new.roles is distinct from old.roles
    or (new.one_time_until is null and new.totp_secret is distinct from old.totp_secret)
    or (new.one_time_until is not null and new.password_hash is distinct from old.password_hash)
    or (old.disabled_at is not null and new.disabled_at is null)
  then
    insert into operator_change (operator_id, changed_by, changed_at) values (new.id, new.changed_by, clock_timestamp());
    if new.confirmed_by is not null then
      insert into operator_change (operator_id, changed_by, changed_at)
        values (new.id, new.confirmed_by, clock_timestamp());
    end if;
  end if;
  return null;
end
$$;
