-- Begins the time after which the account is erased, and writes down what the user gives up then (p_amounts of
-- p_currencies). The user's row is held. Answers the end of that time; null where one runs already. Refusal: AE001 what is
-- given up is not what is too little to leave, no more and no less.
--
-- Access: product
create or replace function account_erasure_ask(
  p_user bigint, p_days integer, p_at timestamptz, p_currencies integer[] default '{}',
  p_amounts numeric[] default '{}'
) returns timestamptz
language plpgsql
security definer
set search_path = public, pg_temp
as $$
declare
  begun account_erasure;
begin
  p_at := require_reached(p_at);
  if p_days < 1 then
    raise exception 'an erasure can be taken back for a day at least' using errcode = '22023';
  elsif exists (
    select from unnest(p_currencies, p_amounts) as given (currency_id, amount)
      full join account_rest(p_user, p_at) rest on rest.currency_id = given.currency_id
     where given.amount is distinct from rest.amount) then
    raise exception 'given up is what is too little to leave, no more and no less' using errcode = 'AE001';
  end if;
  insert into account_erasure (user_id, asked_at, due_at) values (p_user, p_at, p_at + make_interval(days => p_days))
  on conflict (user_id) where outcome is null or outcome = 'erased' do nothing
  returning * into begun;
  insert into account_erasure_rest (erasure_id, currency_id, amount)
  select begun.id, given.currency_id, given.amount
    from unnest(p_currencies, p_amounts) as given (currency_id, amount) where begun.id is not null;
  return begun.due_at;
end
$$;
