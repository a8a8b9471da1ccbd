import { ForwardMigration } from './forward-migration.js';

/**
 * Which accounts hold which currency, coins and their networks, transfers, adjustments, and what became of whose
 * request.
 */
export class Wallet1763640000001 extends ForwardMigration {
  protected readonly statements = [
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
    `create domain moved_amount as numeric(38,18) check (value > 0 and value <> 'NaN')`,
    `create domain wallet_account as text collate "C" check (value in ('spot', 'option', 'contract', 'trust'))`,
    // User and currency are those of the accounts that the journal moves, which have foreign keys to both.
    `create table wallet_transfer (
       id bigint generated always as identity primary key,
       user_id bigint not null,
       currency_id integer not null,
       from_account wallet_account not null,
       to_account wallet_account not null,
       amount moved_amount not null,
       at timestamptz not null,
       check (from_account <> to_account)
     )`,
    'create index wallet_transfer_user on wallet_transfer (user_id, id desc)',
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
       -- null: the user, or the product
       operator_id bigint,
       reason text,
       at timestamptz not null
     )`,
    'create index wallet_act_subject on wallet_act (subject, subject_id, id)',
    ...['wallet_transfer', 'wallet_act'].map(
      (table) =>
        `create trigger ${table}_keep before update or delete on ${table} for each row execute function wallet_keep()`,
    ),
  ];
}
