import { ForwardMigration } from './forward-migration.js';

/** Who sends a released withdrawal, and since when, before its money leaves the house (decision 203). */
export class WithdrawalsBeingSent1763898266000 extends ForwardMigration {
  protected readonly statements = [
    `alter table withdrawal
       add column sending_by bigint,
       add column sending_at timestamptz,
       add constraint withdrawal_sending check ((sending_by is null) = (sending_at is null)) not valid`,
    `create trigger withdrawal_sending before insert or update on withdrawal
       for each row execute function withdrawal_sending()`,
  ];
}
