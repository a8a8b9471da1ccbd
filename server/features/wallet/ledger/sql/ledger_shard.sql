-- Which shard of an account this connection uses. House accounts that every command touches exist sixteen
-- times, so that commands do not queue up for one row; a connection always uses the same one.
create or replace function ledger_shard(p_owner bigint, p_kind text) returns smallint
language sql stable
as $$
  select case when p_owner is null and p_kind in (
    'external', 'fee', 'house_pnl', 'interest_expense', 'rebate_expense', 'penalty', 'sim_mint')
    then pg_backend_pid() % 16 else 0 end::smallint
$$;
