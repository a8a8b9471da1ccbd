import { ForwardMigration } from './forward-migration.js';

/** Interest of a day is booked when the day is over, and the database itself says when that was. */
export class WholeDaysOfInterest1763714000000 extends ForwardMigration {
  protected readonly statements = [
    // Null in what was booked before: that was booked when a day began.
    'alter table trust_accrual_batch add column booked_at timestamptz',
    'alter table trust_accrual_batch alter column booked_at set default clock_timestamp()',
    `alter table trust_accrual_batch
       add constraint trust_accrual_batch_booked_at check (booked_at is not null) not valid`,
  ];
}
