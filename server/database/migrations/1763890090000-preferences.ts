import { ForwardMigration } from './forward-migration.js';

/** What users prefer on every device; the language stands with the user (decision 110). */
export class Preferences1763890090000 extends ForwardMigration {
  protected readonly statements = [
    `create table account_preference (
       user_id bigint primary key references account_user (id),
       -- whoever changes anything, favourites too, raises it first and so holds the row
       revision integer not null check (revision > 0),
       -- null: never chosen
       direction_colours text check (direction_colours in ('habit', 'red-up', 'green-up', 'blue-orange')),
       appearance text check (appearance in ('dark', 'light')),
       tabs text check (tabs in ('three', 'six')),
       changed_at timestamptz not null
     )`,
    `create table favourite_market (
       -- in this order they are listed
       id bigint generated always as identity unique,
       user_id bigint not null references account_preference (user_id),
       market_id integer not null references market (id),
       added_at timestamptz not null,
       primary key (user_id, market_id)
     )`,
  ];
}
