-- Notes what each option that is settled brought its buyer, real money only: the stake's profit after the fee. Runs once
-- a statement.
create or replace function option_result_trace() returns trigger
language plpgsql
as $$
begin
  insert into trade_result_waiting (product, user_id, day, made)
  select 'option', a.user_id, (a.settled_at at time zone 'UTC')::date,
         a.profit - case when a.result in ('win', 'loss') then a.fee else 0 end
    from after a join before b on b.id = a.id
   where a.status = 'settled' and b.status <> 'settled' and not a.demo;
  return null;
end
$$;
