import { ForwardMigration } from './forward-migration.js';

/** Where withdrawals go and what went out. */
export class Withdrawals1763642000001 extends ForwardMigration {
  protected readonly statements = [
    /** Where withdrawals go and what went out. */
    `create table withdrawal_address (
       id bigint generated always as identity primary key,
       user_id bigint not null references account_user (id),
       coin_network_id integer not null references coin_network (id),
       -- in its one canonical spelling
       address text not null check (length(address) between 10 and 128),
       notes text not null default '' check (length(notes) <= 100),
       created_at timestamptz not null,
       usable_at timestamptz not null,
       deleted_at timestamptz,
       unique (id, user_id)
     )`,
    `create unique index withdrawal_address_live on withdrawal_address (user_id, coin_network_id, address)
       where deleted_at is null`,
    `create table withdrawal (
       id bigint generated always as identity primary key,
       user_id bigint not null references account_user (id),
       currency_id integer not null references currency (id),
       coin_network_id integer not null references coin_network (id),
       address_id bigint,
       -- as it was when the user asked: the chain address, or the card
       destination jsonb not null check (jsonb_typeof(destination) = 'object'),
       -- what the account is charged; the fee is taken out of it
       amount money_amount not null check (amount > 0),
       fee money_amount not null check (fee >= 0 and fee < amount),
       remark text not null default '' check (length(remark) <= 200),
       verified_level smallint not null check (verified_level >= 1),
       -- UTC
       local_day date not null,
       status text not null default 'review'
         check (status in ('review', 'approved', 'paid', 'rejected', 'cancelled')),
       reason text not null default '' check (length(reason) <= 500),
       first_approved_by bigint,
       chain text not null,
       chain_tx text check (length(chain_tx) between 3 and 128),
       version integer not null default 1,
       created_at timestamptz not null,
       updated_at timestamptz not null,
       foreign key (address_id, user_id) references withdrawal_address (id, user_id),
       check ((chain = 'bank') = (address_id is null)),
       check ((status = 'paid') = (chain_tx is not null)),
       check (status <> 'rejected' or reason <> '')
     )`,
    'create unique index withdrawal_transaction on withdrawal (chain, chain_tx) where chain_tx is not null',
    'create index withdrawal_user on withdrawal (user_id, id desc)',
    'create index withdrawal_day on withdrawal (user_id, local_day)',
    `create index withdrawal_open on withdrawal (id) where status in ('review', 'approved')`,
    `create trigger withdrawal_keep_course before update or delete on withdrawal
       for each row execute function withdrawal_keep_course()`,
    // The account that a user likes to withdraw to: one of the address book, or the bank card.
    `create table withdrawal_account (
       user_id bigint primary key references account_user (id),
       kind text not null check (kind in ('address', 'bank')),
       address_id bigint,
       updated_at timestamptz not null,
       foreign key (address_id, user_id) references withdrawal_address (id, user_id),
       check ((kind = 'address') = (address_id is not null))
     )`,
  ];
}
