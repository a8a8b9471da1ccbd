import { ForwardMigration } from './forward-migration.js';

/**
 * The first day that is retained, and two names that no statement has, in the field's terms. The version before reads the day by its former
 * name in a check of the books, so that stays beside it, filled from the new one, until the next version takes it away.
 */
export class NamesOfWhatIsRetained1763898250001 extends ForwardMigration {
  protected readonly statements = [
    'alter table outbox_history rename column kept_from to retained_from',
    'alter table outbox_history rename constraint outbox_history_kept_from_not_null to outbox_history_retained_from_not_null',
    'alter table outbox_history add column kept_from date generated always as (retained_from) virtual',
    'alter index margin_level_told rename to margin_level_raised',
    'alter table price_alert rename constraint price_alert_told to price_alert_fired',
  ];
}
