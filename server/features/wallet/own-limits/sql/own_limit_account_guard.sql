-- Trigger of own_limit_account: nobody makes a break shorter, or takes the row away.
create or replace function own_limit_account_guard() returns trigger
language plpgsql
as $$
begin
  if tg_op <> 'UPDATE' then
    raise exception '% stays', tg_table_name;
  elsif new.id <> old.id or new.user_id <> old.user_id
    or coalesce(new.break_until, '-infinity') < coalesce(old.break_until, '-infinity')
    or coalesce(new.excluded_until, '-infinity') < coalesce(old.excluded_until, '-infinity') then
    raise exception 'a break is never made shorter';
  end if;
  return new;
end
$$;
