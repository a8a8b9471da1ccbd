import { always, ForwardMigration } from './forward-migration.js';

/** Workers add premiums as they see them, and take out none that a rate is held against (decision 199). */
export class PremiumsAsTheyAreSeen1763898264200 extends ForwardMigration {
  protected readonly statements = [
    `create trigger funding_premium_sampled before insert on funding_premium
       for each row execute function funding_premium_sampled()`,
    ...always('funding_premium', ['funding_premium_sampled']),
    `do $$ begin if exists (select from pg_roles where rolname = 'gateway_worker') then
       revoke delete on funding_premium from gateway_worker;
     end if; end $$`,
  ];
}
