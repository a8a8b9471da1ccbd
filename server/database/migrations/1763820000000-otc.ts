import { always, ForwardMigration, writtenOnce } from './forward-migration.js';

const FIATS = `'CNY', 'USD', 'HKD', 'TWD', 'JPY', 'KRW', 'EUR', 'THB', 'MXN'`;
const WAYS = `'bank', 'ali_pay', 'we_chat', 'paypal', 'wise', 'cash'`;

/** One more word that a column may say, beside whichever there are. */
function alsoAllowed(table: string, constraint: string, word: string): string {
  return `do $$
    declare
      law constant text := (select pg_get_constraintdef(oid) from pg_constraint where conname = '${constraint}');
    begin
      alter table ${table} drop constraint ${constraint};
      execute 'alter table ${table} add constraint ${constraint} ' || replace(law, 'ARRAY[', 'ARRAY[''${word}''::text, ');
    end $$`;
}

/** Coins between users: who may advertise, what is on offer, orders with their steps, and rooms in which people write. */
export class Otc1763820000000 extends ForwardMigration {
  protected readonly statements = [
    // Coins that are traded between users. Above the limit two operators decide an appeal; null: one is enough.
    `create table otc_coin (
       currency_id integer primary key references currency (id),
       least_quantity money_amount not null check (least_quantity > 0),
       second_person_above money_amount check (second_person_above >= 0),
       enabled boolean not null default true,
       sort integer not null default 0
     )`,
    `create table otc_merchant (
       user_id bigint primary key references account_user (id),
       nickname text not null check (length(nickname) between 2 and 24),
       -- spelled so that no two look the same
       nickname_key text not null unique,
       status text not null check (status in ('applied', 'admitted', 'refused', 'suspended')),
       reason text not null default '' check (length(reason) <= 500),
       applied_at timestamptz not null,
       decided_at timestamptz,
       version integer not null default 1
     )`,
    `create index otc_merchant_waiting on otc_merchant (applied_at) where status = 'applied'`,
    `create table otc_payment (
       id bigint generated always as identity primary key,
       user_id bigint not null references account_user (id),
       way text not null check (way in (${WAYS})),
       -- number, bank, branch: what the other side needs; the holder is who was verified. Of cash: a place, and what it is called
       details jsonb not null check (jsonb_typeof(details) = 'object'),
       created_at timestamptz not null,
       deleted_at timestamptz,
       check ((way = 'cash') = (coalesce(details ->> 'place', '') <> '')),
       unique (id, user_id)
     )`,
    'create index otc_payment_user on otc_payment (user_id) where deleted_at is null',
    `create table otc_advert (
       id bigint generated always as identity primary key,
       merchant_id bigint not null references otc_merchant (user_id),
       -- what the merchant does
       side text not null check (side in ('buy', 'sell')),
       currency_id integer not null references otc_coin (currency_id),
       fiat text not null check (fiat in (${FIATS})),
       -- one of the two: a price, or a part of the index
       price money_amount check (price > 0),
       ratio numeric(6, 4) check (ratio between 0.8 and 1.2),
       total money_amount not null check (total > 0),
       -- not ordered yet
       surplus money_amount not null check (surplus between 0 and total),
       least money_amount not null check (least > 0),
       most money_amount not null check (most >= least),
       ways text[] not null check (cardinality(ways) between 1 and 6 and ways <@ array[${WAYS}]),
       -- of a seller: where the money goes, one for each way; of a buyer: where cash is handed over
       payments bigint[] not null default '{}'
         check ((side = 'sell' or 'cash' = any(ways)) = (cardinality(payments) > 0)),
       window_minutes smallint not null check (window_minutes in (15, 20, 30)),
       terms text not null default '' check (length(terms) <= 500),
       status text not null check (status in ('online', 'offline', 'closed')),
       created_at timestamptz not null,
       updated_at timestamptz not null,
       version integer not null default 1,
       check (num_nonnulls(price, ratio) = 1),
       check (ratio is null or fiat = 'USD'),
       check (window_minutes = 30 or not 'cash' = any(ways))
     )`,
    `create index otc_advert_shown on otc_advert (currency_id, side, fiat) where status = 'online'`,
    'create index otc_advert_merchant on otc_advert (merchant_id, id desc)',
    `create table otc_order (
       id bigint generated always as identity primary key,
       advert_id bigint not null references otc_advert (id),
       merchant_id bigint not null references account_user (id),
       taker_id bigint not null references account_user (id),
       buyer_id bigint not null references account_user (id),
       seller_id bigint not null references account_user (id),
       currency_id integer not null references currency (id),
       fiat text not null check (fiat in (${FIATS})),
       price money_amount not null check (price > 0),
       quantity money_amount not null check (quantity > 0),
       amount money_amount not null check (amount > 0),
       way text not null check (way in (${WAYS})),
       -- the seller's, as it was; and as whom both were verified
       payment jsonb not null check (jsonb_typeof(payment) = 'object'),
       buyer_name text not null check (length(buyer_name) between 1 and 200),
       seller_name text not null check (length(seller_name) between 1 and 200),
       terms text not null,
       window_minutes smallint not null,
       -- of its coin, when the order was made: above it two operators decide an appeal; null: never
       second_person_above money_amount,
       created_at timestamptz not null,
       -- what became of it
       status smallint not null default 1 check (status in (1, 2, 3, 4, 5)),
       pay_until timestamptz(3) not null,
       extended boolean not null default false,
       paid_at timestamptz,
       reminded boolean not null default false,
       appealed_at timestamptz,
       appealed_by text check (appealed_by in ('buyer', 'seller', 'clock')),
       appeal_reason text check (length(appeal_reason) <= 40),
       released_at timestamptz,
       ended_at timestamptz,
       ended_by text check (length(ended_by) <= 20),
       reopened boolean not null default false,
       updated_at timestamptz not null,
       version integer not null default 1,
       constraint otc_order_two check (buyer_id <> seller_id),
       check ((merchant_id, taker_id) in ((buyer_id, seller_id), (seller_id, buyer_id))),
       check ((status in (3, 5)) = (ended_at is not null) and (ended_at is null) = (ended_by is null)),
       check ((status = 3) = (released_at is not null)),
       check (status <> 2 or paid_at is not null),
       check (status <> 4 or appealed_at is not null)
     ) with (fillfactor = 70)`,
    // One open order of two people at a time.
    `create unique index otc_order_pair on otc_order (least(buyer_id, seller_id), greatest(buyer_id, seller_id))
       where status in (1, 2, 4)`,
    'create index otc_order_buyer on otc_order (buyer_id, id desc)',
    'create index otc_order_seller on otc_order (seller_id, id desc)',
    'create index otc_order_merchant on otc_order (merchant_id, ended_at)',
    'create index otc_order_unpaid on otc_order (pay_until) where status = 1',
    'create index otc_order_paid on otc_order (paid_at) where status = 2',
    'create index otc_order_appeal on otc_order (appealed_at) where status = 4',
    `create table otc_step (
       id bigint generated always as identity primary key,
       order_id bigint not null references otc_order (id),
       number integer not null check (number > 0),
       from_status smallint not null,
       to_status smallint not null,
       actor text not null check (actor in ('taker', 'buyer', 'seller', 'clock', 'desk')),
       event text not null,
       -- who it was; an operator by number, the clock by nobody
       user_id bigint references account_user (id),
       operator_id bigint,
       at timestamptz not null,
       unique (order_id, number)
     )`,
    // Lines of a room are numbered without a gap and chained by digest, so that a copy shows whether one is missing or was changed.
    `create table room_line (
       id bigint generated always as identity primary key,
       room text not null check (room ~ '^[a-z-]{1,30}:[1-9][0-9]{0,17}$'),
       number integer not null check (number > 0),
       voice text not null check (voice ~ '^[a-z-]{1,20}$'),
       user_id bigint references account_user (id),
       operator_id bigint,
       kind text not null check (kind in ('text', 'picture', 'note')),
       body text not null check (length(body) <= 2000),
       upload_id text references upload (id),
       -- SHA-256 of the picture
       digest bytea check (length(digest) = 32),
       at timestamptz not null,
       chain bytea not null check (length(chain) = 32),
       unique (room, number),
       check ((kind = 'picture') = (upload_id is not null) and (kind = 'picture') = (digest is not null)),
       check (num_nonnulls(user_id, operator_id) <= 1)
     )`,
    `create trigger room_line_begin before insert on room_line for each row execute function room_line_begin()`,
    ...writtenOnce('room_line', 'room_line_keep'),
    ...always('room_line', ['room_line_begin', 'room_line_keep', 'room_line_keep_all']),
    ...writtenOnce('otc_step', 'otc_keep'),
    ...always('otc_step', ['otc_step_keep', 'otc_step_keep_all']),
    `create trigger otc_order_keep before delete or update of
       advert_id, merchant_id, taker_id, buyer_id, seller_id, currency_id, fiat, price, quantity, amount, way, payment,
       buyer_name, seller_name, terms, window_minutes, second_person_above, created_at
       on otc_order for each row execute function otc_keep()`,
    `create trigger otc_order_keep_all before truncate on otc_order for each statement execute function otc_keep()`,
    `create trigger otc_order_guard before update on otc_order for each row execute function otc_order_guard()`,
    ...always('otc_order', ['otc_order_keep', 'otc_order_keep_all', 'otc_order_guard']),
    alsoAllowed('upload', 'upload_purpose_check', 'otc'),
    alsoAllowed('operator_claim', 'operator_claim_kind_check', 'otc'),
    alsoAllowed('operator_proposal', 'operator_proposal_kind_check', 'otc-appeal'),
    alsoAllowed('operator_proposal', 'operator_proposal_kind_check', 'otc-merchant'),
    alsoAllowed('operator_proposal', 'operator_proposal_kind_check', 'otc-coin'),
  ];
}
