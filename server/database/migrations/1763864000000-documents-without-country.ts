import { ForwardMigration } from './forward-migration.js';

/** Forms of old clients name no country and no address: the reviewer says which country it is before anybody is verified. */
export class DocumentsWithoutCountry1763864000000 extends ForwardMigration {
  protected readonly statements = [
    `do $$
       declare
         law constant text := (select conname from pg_constraint where conrelid = 'verification_case'::regclass
                                and contype = 'c' and pg_get_constraintdef(oid) like '%num_nonnulls%');
       begin
         execute format('alter table verification_case drop constraint %I', law);
       end $$`,
    `alter table verification_case
       add constraint verification_case_person check (
         num_nonnulls(country, name, id_kind, id_number_sealed, id_number_digest) = case level when 'basic' then 5 else 0 end
         and (level = 'basic' or address is null)),
       add constraint verification_case_country check (status <> 'verified' or country is distinct from 'ZZ')`,
  ];
}
