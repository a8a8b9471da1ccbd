-- Moves real money between two accounts of one person, main or sub, in one round trip: idempotency key, trading mode,
-- record, postings, events of both. p_user is the main account, whose command it is.
--
-- A repetition does nothing. Refusals: SU002 one of the two is not the person's, SU003 one of the two is frozen, LG001,
-- LG005, ID001.
--
-- Access: product
create or replace function sub_account_transfer(
  p_user bigint, p_route text, p_key text, p_fingerprint bytea, p_at timestamptz, p_window_seconds integer,
  p_from_user bigint, p_to_user bigint, p_from text, p_to text, p_currency integer, p_amount numeric
) returns void
language plpgsql
security definer
set search_path = public, pg_temp
set enable_seqscan = off
as $$
declare
  reason constant text := 'sub-account.transfer';
  transfer_id bigint;
  posted record;
  standing record;
begin
  if not (idempotency_claim(p_user, p_route, p_key, p_fingerprint, p_at, p_window_seconds, 'null')).claimed then
    return;
  end if;
  -- Who freezes one waits for what moves already, and what comes after it sees that.
  select count(*) as found, bool_or(held.frozen_at is not null or held.disabled_at is not null) as frozen into standing
    from (select s.frozen_at, u.disabled_at from sub_account s join account_user u on u.id = s.user_id
           where s.user_id in (p_from_user, p_to_user) and s.main_id = p_user
           order by s.user_id for share of s) held;
  if p_from_user = p_to_user
    or standing.found <> (p_from_user <> p_user)::integer + (p_to_user <> p_user)::integer then
    raise exception 'not an account of this person' using errcode = 'SU002';
  elsif standing.frozen then
    raise exception 'it is frozen' using errcode = 'SU003';
  end if;
  perform trading_assert_open(false);
  insert into sub_account_transfer (main_id, from_user_id, to_user_id, from_account, to_account, currency_id, amount, at)
  values (p_user, p_from_user, p_to_user, p_from, p_to, p_currency, p_amount, p_at) returning id into transfer_id;
  posted := ledger_post(reason, transfer_id::text, p_at, false, array[p_from_user, p_to_user], array[p_from, p_to],
    array[p_currency, p_currency], array[-p_amount, p_amount], array[null, null]::text[]);
  perform outbox_append_many(array[p_from_user, p_to_user], array['balance', 'balance'], array[
    balance_event(false, p_from, p_currency, -p_amount, posted.balances[1]::numeric, posted.numbers[1], reason,
      posted.journal_id),
    balance_event(false, p_to, p_currency, p_amount, posted.balances[2]::numeric, posted.numbers[2], reason,
      posted.journal_id)], p_at);
end
$$;
