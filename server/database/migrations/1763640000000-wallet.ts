import type { MigrationInterface, QueryRunner } from 'typeorm';
import { DEPOSIT_TABLES } from './1763640000000-wallet-deposits.js';
import { WALLET_FUNCTIONS } from './1763640000000-wallet-functions.js';
import { WITHDRAWAL_TABLES } from './1763640000000-wallet-withdrawals.js';

/** Which accounts hold which currency, coins and their networks, transfers, deposits, withdrawals, adjustments. */
export class Wallet1763640000000 implements MigrationInterface {
  name = 'Wallet1763640000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [...WALLET_TABLES, ...DEPOSIT_TABLES, ...WITHDRAWAL_TABLES, ...WALLET_FUNCTIONS]) {
      await runner.query(statement);
    }
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only.'));
  }
}

const WALLET_TABLES = [
  `create table wallet_currency (
     currency_id integer primary key references currency (id),
     spot boolean not null,
     option boolean not null,
     contract boolean not null,
     trust boolean not null,
     sort integer not null default 0
   )`,
  `create table coin_network (
     id integer generated always as identity primary key,
     currency_id integer not null references currency (id),
     -- as people know it: TRC20
     network text not null check (network ~ '^[A-Z0-9]{2,12}$'),
     -- networks of one chain share transactions and address keys
     chain text not null check (chain in ('ethereum', 'tron', 'bitcoin', 'bank')),
     -- the token's contract; null for the chain's own coin
     contract text,
     -- decimals of the amounts on the chain
     chain_decimals smallint not null default 0 check (chain_decimals between 0 and 36),
     confirmations integer not null default 0 check (confirmations >= 0),
     deposit_minimum money_amount not null check (deposit_minimum >= 0),
     withdrawal_minimum money_amount not null check (withdrawal_minimum > 0),
     -- fee = fixed + percent of the amount, rounded up to the currency's decimals
     withdrawal_fee money_amount not null default 0 check (withdrawal_fee >= 0),
     withdrawal_fee_percent money_amount not null default 0
       check (withdrawal_fee_percent >= 0 and withdrawal_fee_percent < 100),
     -- a release above it needs a second operator; null: never
     second_person_above money_amount check (second_person_above >= 0),
     deposits_on boolean not null default true,
     withdrawals_on boolean not null default true,
     sort integer not null default 0,
     unique (currency_id, network)
   )`,
  `create table wallet_transfer (
     id bigint generated always as identity primary key,
     user_id bigint not null references account_user (id),
     currency_id integer not null references currency (id),
     from_account text collate "C" not null check (from_account in ('spot', 'option', 'contract', 'trust')),
     to_account text collate "C" not null check (to_account in ('spot', 'option', 'contract', 'trust')),
     amount money_amount not null check (amount > 0),
     at timestamptz not null,
     check (from_account <> to_account)
   )`,
  `create index wallet_transfer_user on wallet_transfer (user_id, id desc)`,
  // A change of somebody's money by hand: one operator proposes it, another one books it.
  `create table wallet_adjustment (
     id bigint generated always as identity primary key,
     user_id bigint not null references account_user (id),
     account text collate "C" not null check (account in ('spot', 'option', 'contract', 'trust')),
     currency_id integer not null references currency (id),
     amount money_amount not null check (amount <> 0),
     reason text not null check (length(reason) between 3 and 500),
     status text not null default 'proposed' check (status in ('proposed', 'booked', 'rejected')),
     proposed_by bigint not null,
     proposed_at timestamptz not null,
     decided_by bigint,
     decided_at timestamptz,
     check ((status = 'proposed') = (decided_by is null)),
     check (status <> 'booked' or decided_by <> proposed_by)
   )`,
  // What became of each deposit, withdrawal and adjustment, and by whom. Written once.
  `create table wallet_act (
     id bigint generated always as identity primary key,
     subject text not null check (subject in ('deposit', 'withdrawal', 'adjustment')),
     subject_id bigint not null,
     from_status text,
     to_status text not null,
     -- null: the user himself, or the product
     operator_id bigint,
     reason text,
     at timestamptz not null
   )`,
  `create index wallet_act_subject on wallet_act (subject, subject_id, id)`,
  `create function wallet_keep() returns trigger language plpgsql as $$
   begin
     raise exception '% is written once: % is refused', tg_table_name, lower(tg_op);
   end $$`,
  ...['wallet_transfer', 'wallet_act'].map(
    (table) =>
      `create trigger ${table}_keep before update or delete on ${table} for each row execute function wallet_keep()`,
  ),
];
