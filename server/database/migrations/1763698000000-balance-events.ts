import type { MigrationInterface, QueryRunner } from 'typeorm';

const STATEMENTS = [
  /**
   * The `balance` event of an account of a user right after a posting, in the posting's own transaction: the account is
   * still locked, so its number is that of the posting.
   */
  `create function balance_event_now(p_user bigint, p_account text, p_currency integer, p_demo boolean,
     p_delta numeric, p_reason text, p_journal bigint)
   returns jsonb language plpgsql stable set enable_seqscan = off as $$
   begin
     return (select balance_event(p_demo, p_account, p_currency, p_delta, a.balance, a.sequence, p_reason, p_journal)
               from ledger_account a
              where a.owner_key = p_user and a.kind = p_account and a.currency_id = p_currency and a.demo = p_demo
                and a.shard = 0);
   end $$`,
  `drop function wallet_balance_event(bigint, text, integer, numeric, text, bigint, boolean)`,
  `create or replace function wallet_balance_event(
     p_user bigint, p_account text, p_currency integer, p_delta numeric, p_reason text, p_journal bigint)
   returns jsonb language sql stable as $$
     select balance_event_now(p_user, p_account, p_currency, false, p_delta, p_reason, p_journal)
   $$`,
  /** Null when nothing was moved. */
  `create or replace function futures_balance_event(
     p_user bigint, p_account text, p_currency integer, p_demo boolean, p_delta numeric, p_reason text, p_journal bigint)
   returns jsonb language plpgsql stable as $$
   begin
     return case when p_delta <> 0
       then balance_event_now(p_user, p_account, p_currency, p_demo, p_delta, p_reason, p_journal) end;
   end $$`,
  ...['spot_balance_event', 'trust_balance_event'].map(
    (name) => `create or replace function ${name}(p_demo boolean, p_kind text, p_currency integer, p_delta numeric,
     p_after numeric, p_number bigint, p_reason text, p_journal bigint) returns jsonb language sql immutable as $$
     select balance_event(p_demo, p_kind, p_currency, p_delta, p_after, p_number, p_reason, p_journal)
   $$`,
  ),
];

/** What a `balance` event consists of is said once; the functions of the features that told of it call that one. */
export class BalanceEvents1763698000000 implements MigrationInterface {
  name = 'BalanceEvents1763698000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only.'));
  }
}
