import { ForwardMigration } from './forward-migration.js';

/** By which transaction a deposit came that was credited, also where its user handed in a picture alone (decision 165). */
export class SettledDeposits1763896410000 extends ForwardMigration {
  protected readonly statements = [
    // Null until it is credited, and in what was credited before: there the hash says it, where there is one.
    'alter table deposit add column settled_tx text',
    'create trigger deposit_settle before update on deposit for each row execute function deposit_settle()',
    `do $$ begin if exists (select from pg_roles where rolname = 'gateway_app') then
       grant update (settled_tx) on deposit to gateway_app;
     end if; end $$`,
  ];
}
