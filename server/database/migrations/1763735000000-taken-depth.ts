import { ForwardMigration } from './forward-migration.js';

/** What orders took of the levels that venues quote: nobody takes it again until the venue quotes another quantity there. */
export class TakenDepth1763735000000 extends ForwardMigration {
  protected readonly statements = [
    `create table taken_depth (
       market_id integer not null references market (id),
       demo boolean not null,
       -- Of the taker: a buyer takes asks.
       side text not null check (side in ('buy', 'sell')),
       price numeric not null,
       quoted numeric not null,
       taken numeric not null check (taken > 0),
       -- When the book last changed at the venue, Unix milliseconds.
       book_at bigint not null,
       primary key (market_id, demo, side, price),
       constraint taken_depth_quoted check (taken <= quoted)
     ) with (fillfactor = 50)`,
  ];
}
