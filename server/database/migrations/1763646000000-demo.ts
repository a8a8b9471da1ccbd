import type { MigrationInterface, QueryRunner } from 'typeorm';

const STATEMENTS = [
  `create table demo_account (
    user_id bigint primary key references account_user (id),
    entered_at timestamptz not null,
    active boolean not null,
    changed_at timestamptz not null
  )`,
  `create table demo_grant (
    id bigint generated always as identity primary key,
    user_id bigint not null references demo_account (user_id),
    kind text not null check (kind in ('enter', 'top-up')),
    at timestamptz not null
  )`,
  // The first grant comes once.
  `create unique index demo_grant_first on demo_grant (user_id) where kind = 'enter'`,
  /** What a `balance` event says, of real or of demo money; see the function of the same name without the last. */
  `create function wallet_balance_event(
     p_user bigint, p_account text, p_currency integer, p_delta numeric, p_reason text, p_journal bigint,
     p_demo boolean)
   returns jsonb language sql stable set enable_seqscan = off as $$
     select jsonb_build_object(
       'entity', concat(case when p_demo then 'demo-balance:' else 'balance:' end, p_account, ':', p_currency),
       'entityVersion', a.sequence, 'account', p_account, 'currencyId', p_currency,
       'delta', trim_scale(p_delta)::text, 'after', trim_scale(a.balance)::text,
       'reason', p_reason, 'journalId', p_journal::text, 'demo', p_demo)
       from ledger_account a
      where a.owner_key = p_user and a.kind = p_account and a.currency_id = p_currency and a.demo = p_demo
        and a.shard = 0
   $$`,
];

/** Who has entered the demo, and what demo money he was given. The money itself is in the ledger's demo accounts. */
export class Demo1763646000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only.');
  }
}
