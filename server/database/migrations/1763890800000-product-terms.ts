import { ForwardMigration } from './forward-migration.js';

/** Two operators agree on the terms that products are offered on. Validated by a migration of its own. */
export class ProductTerms1763890800000 extends ForwardMigration {
  protected readonly statements = [
    // What was offered once and is not any more: positions that were opened with it keep it.
    'alter table futures_product add column leverages_before integer[]',
    `do $$
       declare
         law constant text := (select pg_get_constraintdef(oid) from pg_constraint
                                where conname = 'operator_proposal_kind_check');
       begin
         alter table operator_proposal drop constraint operator_proposal_kind_check;
         execute 'alter table operator_proposal add constraint operator_proposal_kind_check '
           || replace(replace(law, ' NOT VALID', ''), 'ARRAY[', 'ARRAY[''option-terms''::text, ''spot-terms''::text, '
             || '''perpetual-terms''::text, ''trust-terms''::text, ') || ' not valid';
       end $$`,
  ];
}
