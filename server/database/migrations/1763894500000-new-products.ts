import { ForwardMigration } from './forward-migration.js';

/** Two operators agree on a trust product or a time of options that is not there yet. Validated by a migration of its own. */
export class NewProducts1763894500000 extends ForwardMigration {
  protected readonly statements = [
    `do $$
       declare
         law constant text := (select pg_get_constraintdef(oid) from pg_constraint
                                where conname = 'operator_proposal_kind_check');
       begin
         alter table operator_proposal drop constraint operator_proposal_kind_check;
         execute 'alter table operator_proposal add constraint operator_proposal_kind_check '
           || replace(replace(law, ' NOT VALID', ''), 'ARRAY[', 'ARRAY[''trust-product''::text, ''option-time''::text, ')
           || ' not valid';
       end $$`,
  ];
}
