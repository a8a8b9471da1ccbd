import { ForwardMigration } from './forward-migration.js';

/** Where deposits go and what came in. */
export class Deposits1763641000001 extends ForwardMigration {
  protected readonly statements = [
    /** Where deposits go and what came in. */
    // Extended public keys of the operators. No private key is ever on a server.
    `create table deposit_key (
       id integer generated always as identity primary key,
       chain text not null check (chain in ('ethereum', 'tron', 'bitcoin')),
       -- how addresses are written: bitcoin knows several forms
       form text not null check (form in ('evm', 'tron', 'p2pkh', 'p2wpkh')),
       extended_key text not null unique check (extended_key ~ '^[xyzv]pub[1-9A-HJ-NP-Za-km-z]{100,110}$'),
       -- the next index below the key's external chain
       next_index bigint not null default 0 check (next_index between 0 and 2147483647),
       active boolean not null default true,
       added_at timestamptz not null,
       check ((chain, form) in (('ethereum', 'evm'), ('tron', 'tron'), ('bitcoin', 'p2pkh'), ('bitcoin', 'p2wpkh')))
     )`,
    'create unique index deposit_key_active on deposit_key (chain) where active',
    `create table deposit_pool (
       id bigint generated always as identity primary key,
       coin_network_id integer not null references coin_network (id),
       chain text not null,
       address text not null,
       added_at timestamptz not null,
       taken_at timestamptz,
       unique (chain, address)
     )`,
    'create index deposit_pool_free on deposit_pool (coin_network_id, id) where taken_at is null',
    `create table deposit_address (
       id bigint generated always as identity primary key,
       user_id bigint not null references account_user (id),
       coin_network_id integer not null references coin_network (id),
       chain text not null,
       address text not null,
       key_id integer references deposit_key (id),
       key_index bigint,
       pool_id bigint unique references deposit_pool (id),
       created_at timestamptz not null,
       unique (user_id, coin_network_id),
       unique (chain, address),
       unique (key_id, key_index),
       check ((key_id is null) = (key_index is null) and (key_id is null) <> (pool_id is null))
     )`,
    `create trigger deposit_address_keep before update or delete on deposit_address
       for each row execute function wallet_keep()`,
    // The house's bank account is set at the desk, by two people, as everything that says where users' money goes.
    `create table deposit_bank (
       id integer generated always as identity primary key,
       bank_name text not null check (length(bank_name) between 1 and 100),
       card_number text not null check (length(card_number) between 1 and 50),
       card_holder text not null check (length(card_holder) between 1 and 100),
       active boolean not null default true,
       added_at timestamptz
     )`,
    'create unique index deposit_bank_active on deposit_bank (active) where active',
    `create trigger deposit_bank_keep before update or delete on deposit_bank
       for each row execute function deposit_bank_keep()`,
    `create table deposit (
       id bigint generated always as identity primary key,
       user_id bigint not null references account_user (id),
       currency_id integer not null references currency (id),
       coin_network_id integer references coin_network (id),
       kind text not null check (kind in ('chain', 'quick', 'bank')),
       -- what is credited; as long as nobody has decided, what the user says
       amount money_amount not null check (amount > 0),
       claimed_amount money_amount not null check (claimed_amount > 0),
       chain text,
       -- in its one canonical form
       tx_hash text check (tx_hash ~ '^[0-9a-f]{64}$'),
       output_index integer not null default 0,
       sender text not null default '' check (length(sender) <= 200),
       recipient text,
       proof text check (length(proof) between 1 and 300),
       status text not null default 'review' check (status in ('review', 'approved', 'rejected')),
       remark text not null default '' check (length(remark) <= 500),
       -- what the chain says: null as long as nobody asked
       chain_verdict text check (chain_verdict in
         ('not-found', 'failed', 'wrong-recipient', 'wrong-amount', 'confirming', 'confirmed')),
       confirmations integer not null default 0,
       confirmations_needed integer not null default 0,
       looked_at timestamptz,
       version integer not null default 1,
       created_at timestamptz not null,
       updated_at timestamptz not null,
       check (tx_hash is null or chain is not null),
       check (tx_hash is not null or proof is not null)
     )`,
    // One transaction is credited once, to whoever. A rejected claim does not take the hash from its owner.
    `create unique index deposit_transaction on deposit (chain, tx_hash, output_index)
       where tx_hash is not null and status <> 'rejected'`,
    'create index deposit_user on deposit (user_id, id desc)',
    `create index deposit_review on deposit (id) where status = 'review'`,
    `create trigger deposit_keep_decision before update or delete on deposit
       for each row execute function deposit_keep_decision()`,
  ];
}
