const SETTINGS = 'security definer set search_path = public, pg_temp set enable_seqscan = off';

/** The wallet's stored functions. SQLSTATEs of the ledger and of the idempotent commands pass through. */
export const WALLET_FUNCTIONS = [
  /** Several events of one user, in their order: one number taken, one statement. */
  `create function outbox_append_batch(p_user_id bigint, p_kinds text[], p_payloads jsonb[], p_at timestamptz)
   returns void language plpgsql as $$
   declare
     last bigint;
   begin
     insert into outbox_stream as stream (user_id, sequence) values (p_user_id, cardinality(p_kinds))
     on conflict (user_id) do update set sequence = stream.sequence + excluded.sequence
     returning sequence into last;
     insert into outbox (user_id, sequence, kind, payload, at)
     select p_user_id, last - cardinality(p_kinds) + given.position, given.kind, given.payload, p_at
       from unnest(p_kinds, p_payloads) with ordinality as given (kind, payload, position);
   end $$`,
  /**
   * What a \`balance\` event says of an account of a user right after a posting, in the posting's own transaction: the
   * account is still locked, so its number is that of the posting.
   */
  `create function wallet_balance_event(
     p_user bigint, p_account text, p_currency integer, p_delta numeric, p_reason text, p_journal bigint)
   returns jsonb language sql stable set enable_seqscan = off as $$
     select jsonb_build_object(
       'entity', concat('balance:', p_account, ':', p_currency), 'entityVersion', a.sequence, 'account', p_account,
       'currencyId', p_currency, 'delta', trim_scale(p_delta)::text, 'after', trim_scale(a.balance)::text,
       'reason', p_reason, 'journalId', p_journal::text, 'demo', false)
       from ledger_account a
      where a.owner_key = p_user and a.kind = p_account and a.currency_id = p_currency and not a.demo and a.shard = 0
   $$`,
  /** A whole transfer in one round trip: key, mode of the product, record, postings, events. Answers the reply. */
  `create function wallet_transfer(
     p_user bigint, p_route text, p_key text, p_fingerprint bytea, p_at timestamptz, p_window_seconds integer,
     p_reply text, p_from text, p_to text, p_currency integer, p_amount numeric)
   returns text language plpgsql ${SETTINGS} as $$
   declare
     claim record;
     transfer_id bigint;
     journal bigint;
   begin
     select c.claimed, c.reply into claim
       from idempotency_claim(p_user, p_route, p_key, p_fingerprint, p_at, p_window_seconds, p_reply) c;
     if not claim.claimed then
       return claim.reply;
     end if;
     perform trading_assert_open();
     insert into wallet_transfer (user_id, currency_id, from_account, to_account, amount, at)
     values (p_user, p_currency, p_from, p_to, p_amount, p_at) returning id into transfer_id;
     select posted.journal_id into journal
       from ledger_post('wallet.transfer', transfer_id::text, p_at, false, array[p_user, p_user], array[p_from, p_to],
         array[p_currency, p_currency], array[-p_amount, p_amount], array[null, null]::text[]) posted;
     perform outbox_append_batch(p_user, array['transfer', 'balance', 'balance'], array[
       jsonb_build_object('entity', concat('transfer:', transfer_id), 'entityVersion', 1,
         'transferId', transfer_id::text, 'currencyId', p_currency, 'amount', trim_scale(p_amount)::text,
         'from', p_from, 'to', p_to),
       wallet_balance_event(p_user, p_from, p_currency, -p_amount, 'wallet.transfer', journal),
       wallet_balance_event(p_user, p_to, p_currency, p_amount, 'wallet.transfer', journal)], p_at);
     return claim.reply;
   end $$`,
  `revoke all on function wallet_transfer from public`,
  `do $$
   begin
     if exists (select from pg_roles where rolname = 'gateway_app') then
       grant execute on function wallet_transfer to gateway_app;
     end if;
   end $$`,
];
