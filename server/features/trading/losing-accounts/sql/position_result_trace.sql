-- Notes what each position that is closed brought its owner, real money only, after fees and funding, and funding that is
-- charged for it later. Runs once a statement.
create or replace function position_result_trace() returns trigger
language plpgsql
as $$
begin
  insert into trade_result_waiting (product, user_id, day, made)
  select 'contract', a.user_id, (a.closed_at at time zone 'UTC')::date,
         a.realised_profit + a.funding - a.fee
           - case when b.status = 3 then b.realised_profit + b.funding - b.fee else 0 end
    from after a join before b on b.id = a.id
   where a.status = 3 and not a.demo and (b.status <> 3 or a.funding <> b.funding);
  return null;
end
$$;
