import { ForwardMigration } from './forward-migration.js';

/** Deposits that are credited on operators' word against their chain count against the caps of changes by hand. */
export class CreditsByWord1763731000000 extends ForwardMigration {
  protected readonly statements = [
    // `word_at` is the database's clock; null: the chain confirmed just this amount, or was not asked. The caps are those of that moment.
    `alter table deposit
       add column credited_by bigint,
       add column credit_proposed_by bigint,
       add column word_at timestamptz,
       add column word_cap_by_person money_amount,
       add column word_cap_by_all money_amount`,
    'create index deposit_by_word on deposit (currency_id, word_at) where word_at is not null',
    `create trigger deposit_capped before update on deposit
       for each row execute function deposit_capped()`,
  ];
}
