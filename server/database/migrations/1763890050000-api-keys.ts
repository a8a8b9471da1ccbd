import { ForwardMigration } from './forward-migration.js';

/** Keys by which users' own programs read and trade. */
export class ApiKeys1763890050000 extends ForwardMigration {
  protected readonly statements = [
    `create table account_api_key (
       id bigint generated always as identity primary key,
       user_id bigint not null references account_user (id),
       -- what a request names it by; no secret
       public_id text not null unique check (public_id ~ '^[A-Za-z0-9]{24}$'),
       name text not null check (length(name) between 1 and 60),
       kind text not null check (kind in ('hmac', 'ed25519')),
       -- sealed: it makes the signatures that are compared
       secret bytea,
       public_key bytea check (length(public_key) = 32),
       scopes text[] not null check (cardinality(scopes) between 1 and 4
         and scopes <@ array['read', 'trade.spot', 'trade.futures', 'trade.options']),
       -- it never meets the other money
       is_demo boolean not null,
       addresses text[] not null check (cardinality(addresses) <= 20),
       created_at timestamptz not null,
       expires_at timestamptz check (expires_at > created_at),
       last_used_at timestamptz,
       last_used_ip text,
       -- when its owner was last told that it was used from an address that is not in its list
       told_at timestamptz,
       ended_at timestamptz,
       end_reason text check (end_reason in ('revoked', 'password', 'sessions')),
       constraint account_api_key_kind check ((kind = 'hmac') = (secret is not null) and (kind = 'ed25519') = (public_key is not null)),
       constraint account_api_key_ended check ((ended_at is null) = (end_reason is null)),
       constraint account_api_key_used check ((last_used_at is null) = (last_used_ip is null)),
       -- one that is accepted from everywhere does not last
       constraint account_api_key_open check (cardinality(addresses) > 0
         or (expires_at is not null and expires_at <= created_at + interval '90 days'))
     ) with (fillfactor = 90)`,
    'create index account_api_key_user on account_api_key (user_id, id)',
  ];
}
