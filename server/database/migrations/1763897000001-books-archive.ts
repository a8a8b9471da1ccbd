import { always, ForwardMigration } from './forward-migration.js';

/** Which files of the archive there are of the sealed journals, and which seals each covers (decision 174). */
export class BooksArchive1763897000001 extends ForwardMigration {
  protected readonly statements = [
    `create table books_archive (
       -- the file's number, from 1 on
       id bigint primary key check (id > 0),
       first_seal bigint not null,
       last_seal bigint not null,
       first_journal bigint not null,
       last_journal bigint not null,
       -- journals that there are in the range, whose numbers have gaps
       journals bigint not null check (journals >= 0),
       -- of the file's lines before they are compressed, and their SHA-256
       bytes bigint not null check (bytes > 0),
       hash bytea not null check (length(hash) = 32),
       -- that of the file before; zeros for the first
       previous_hash bytea not null check (length(previous_hash) = 32),
       object_key text collate "C" not null unique check (length(object_key) between 1 and 200),
       -- by the database's clock
       written_at timestamptz not null,
       constraint books_archive_seals check (last_seal >= first_seal),
       constraint books_archive_journals check (last_journal >= first_journal),
       -- No seal and no journal is in two files.
       constraint books_archive_seals_once exclude using gist (int8range(first_seal, last_seal, '[]') with &&),
       constraint books_archive_journals_once exclude using gist (int8range(first_journal, last_journal, '[]') with &&)
     )`,
    `create trigger books_archive_append_only before update or delete on books_archive
       for each row execute function ledger_refuse_rewrite()`,
    `create trigger books_archive_refuse_truncate before truncate on books_archive
       for each statement execute function ledger_refuse_rewrite()`,
    ...always('books_archive', ['books_archive_append_only', 'books_archive_refuse_truncate']),
    `do $$
       begin
         if exists (select from pg_roles where rolname = 'gateway_app') then
           revoke insert, update, delete, truncate on books_archive from gateway_app;
         end if;
       end $$`,
  ];
}
