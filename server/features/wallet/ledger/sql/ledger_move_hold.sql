-- Opens, raises, lowers or closes a hold on frozen money. The caller has locked the account's row. Refusal:
-- LG004 there is no such hold, or it does not have that much.
--
-- Access: stored functions
create or replace function ledger_move_hold(
  p_name text, p_account bigint, p_amount numeric, p_at timestamptz
) returns void
language plpgsql
security definer
set search_path = public, pg_temp
set enable_seqscan = off
as $$
begin
  if p_amount > 0 then
    insert into ledger_hold as h (name, account_id, amount, opened_at) values (p_name, p_account, p_amount, p_at)
    on conflict (name, account_id) do update set amount = h.amount + excluded.amount where h.closed_at is null;
  else
    update ledger_hold h
       set amount = h.amount + p_amount, closed_at = case when h.amount + p_amount = 0 then p_at end
     where h.name = p_name and h.account_id = p_account and h.closed_at is null and h.amount + p_amount >= 0;
  end if;
  if not found then
    raise exception 'the hold % is closed or does not reach', p_name using errcode = 'LG004';
  end if;
end
$$;
