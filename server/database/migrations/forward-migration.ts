import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Tables, domains, indexes, rows that are law, and the binding of triggers. Functions are not made here: each is a file
 * in the folder `sql` of its feature, installed by `platform/database/stored-functions.ts`, trigger functions before the
 * migrations and all others after them. So a migration may bind a trigger function, and call none.
 *
 * The version before goes on serving meanwhile. So nothing that is as long as a table is done while others wait for it
 * (`busy-tables.spec.ts`): a constraint of a table that there is comes `not valid`, and is validated by a migration of its own.
 */
export abstract class ForwardMigration implements MigrationInterface {
  /** In this order, in one transaction. */
  protected abstract readonly statements: string[];

  async up(runner: QueryRunner): Promise<void> {
    // Who waits for a lock makes all others wait behind it: a second at most, and then again (`migrate`).
    await runner.query(`set local lock_timeout = '1s'`);
    for (const statement of this.statements) await runner.query(statement);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only.'));
  }
}

/**
 * Triggers that hand every change of rows, and the removal of all of them, to a function that refuses it. For migrations ahead
 * of `trigger-terms`, which renames them; later ones call theirs `_append_only` and `_refuse_truncate`.
 */
export function writtenOnce(table: string, refusing: string): string[] {
  return [
    `create trigger ${table}_keep before update or delete on ${table} for each row execute function ${refusing}()`,
    `create trigger ${table}_keep_all before truncate on ${table} for each statement execute function ${refusing}()`,
  ];
}

/** Lets triggers of a table run also where a session has switched triggers off for itself. */
export function always(table: string, triggers: string[]): string[] {
  return triggers.map((trigger) => `alter table ${table} enable always trigger ${trigger}`);
}

/** A kind more of what takes two people, or of what is announced, beside whichever there are. */
export const oneMore = (table: string, kinds: string[]) =>
  `do $$
     declare
       law constant text := (select pg_get_constraintdef(oid) from pg_constraint where conname = '${table}_kind_check');
     begin
       alter table ${table} drop constraint ${table}_kind_check;
       execute 'alter table ${table} add constraint ${table}_kind_check '
         || replace(law, 'ARRAY[', 'ARRAY[${kinds.map((kind) => `''${kind}''::text`).join(', ')}, ');
     end $$`;

/** The same as long as others work with the table: a migration of its own validates it. */
export const oneMoreNotValid = (table: string, kinds: string[]) =>
  `do $$
     declare
       law constant text := (select pg_get_constraintdef(oid) from pg_constraint where conname = '${table}_kind_check');
     begin
       alter table ${table} drop constraint ${table}_kind_check;
       execute 'alter table ${table} add constraint ${table}_kind_check '
         || replace(replace(law, ' NOT VALID', ''), 'ARRAY[', 'ARRAY[${kinds.map((kind) => `''${kind}''::text`).join(', ')}, ')
         || ' not valid';
     end $$`;
