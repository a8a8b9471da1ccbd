import { ForwardMigration } from './forward-migration.js';

/** How far the check of the books has come, and where something was found. */
const KEPT = ['books_chain', 'books_place', 'books_progress', 'books_suspect'];

/** What is kept of a check of the books workers write alone: a gateway looks at the books, and checks none (decision 156). */
export class BooksCheckedByWorkers1763895000000 extends ForwardMigration {
  protected readonly statements = [
    where('gateway_app', `revoke insert, update, delete, truncate on ${KEPT.join(', ')} from gateway_app;`),
    where(
      'gateway_worker',
      `grant insert, update on books_chain to gateway_worker;
       grant insert, update, delete on books_place to gateway_worker;
       grant update on books_progress to gateway_worker;
       grant insert, update, delete on books_suspect to gateway_worker;`,
    ),
  ];
}

/** Statements for a role, which is missing where the migrating user may make none. */
function where(role: string, statements: string): string {
  return `do $$ begin if exists (select from pg_roles where rolname = '${role}') then ${statements} end if; end $$`;
}
