import { ForwardMigration } from './forward-migration.js';

/**
 * The first day that is retained, and two names that no statement has, in the field's terms. Where this ran while the version before
 * served, its former name stood beside it until 1763898268000.
 */
export class NamesOfWhatIsRetained1763898250001 extends ForwardMigration {
  protected readonly statements = [
    'alter table outbox_history rename column kept_from to retained_from',
    'alter table outbox_history rename constraint outbox_history_kept_from_not_null to outbox_history_retained_from_not_null',
    'alter index margin_level_told rename to margin_level_raised',
    'alter table price_alert rename constraint price_alert_told to price_alert_fired',
  ];
}
