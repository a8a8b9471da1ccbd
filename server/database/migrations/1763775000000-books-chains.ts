import { ForwardMigration } from './forward-migration.js';

/** How far chains of seals that no journal is about were checked, with the seal that it was: the audit log's. */
export class BooksChains1763775000000 extends ForwardMigration {
  protected readonly statements = [
    `create table books_chain (
       subject text primary key,
       verified_row bigint not null,
       verified_hash bytea not null
     )`,
  ];
}
