import { ForwardMigration } from './forward-migration.js';

/**
 * The first day that is retained, and two names that no statement has, in the field's terms. The version before reads the day by its former
 * name in a check of the books, and writes it where its functions are installed again: that stays beside it, with the same day,
 * until the next version takes it away.
 */
export class NamesOfWhatIsRetained1763898250001 extends ForwardMigration {
  protected readonly statements = [
    'alter table outbox_history rename column kept_from to retained_from',
    'alter table outbox_history rename constraint outbox_history_kept_from_not_null to outbox_history_retained_from_not_null',
    'alter table outbox_history add column kept_from date',
    'update outbox_history set kept_from = retained_from',
    `create trigger outbox_history_former_column before insert or update on outbox_history
       for each row execute function outbox_history_former_column()`,
    'alter index margin_level_told rename to margin_level_raised',
    'alter table price_alert rename constraint price_alert_told to price_alert_fired',
  ];
}
