-- An order begins under review and moves only along `SUBSCRIPTION_STEPS` of contract/rules/subscription.rules.ts
-- (SU009).
create or replace function subscription_order_edges() returns trigger
language plpgsql
as $$
begin
  if tg_op = 'INSERT' then
    if new.status = 'review' then
      return new;
    end if;
  elsif (old.status, new.status) in (
    ('review', 'passed'), ('review', 'returned'), ('passed', 'locked'), ('passed', 'returned'), ('locked', 'released')) then
    return new;
  end if;
  raise exception 'a subscription order cannot become %', new.status using errcode = 'SU009';
end
$$;
