import { ForwardMigration } from './forward-migration.js';

/** What users give up who have their account closed: amounts that are too little to leave it (decision 173). */
export class RestsGivenUp1763896600121 extends ForwardMigration {
  protected readonly statements = [
    `create table account_erasure_rest (
       erasure_id bigint not null references account_erasure (id),
       currency_id integer not null references currency (id),
       -- as it was agreed to: more than this is given up by nobody
       amount moved_amount not null,
       primary key (erasure_id, currency_id)
     )`,
    `do $$
       begin
         if exists (select from pg_roles where rolname = 'gateway_app') then
           revoke insert, update, delete, truncate on account_erasure_rest from gateway_app;
         end if;
       end $$`,
  ];
}
