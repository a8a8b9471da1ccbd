import { ForwardMigration } from './forward-migration.js';

/** Why an inviter earned nothing, with the instant that decided: an account may be opened again afterwards. */
export class DisabledInviters1763867000000 extends ForwardMigration {
  protected readonly statements = [
    'alter table referral_rebate add column inviter_disabled_at timestamptz',
    'alter table referral_rebate drop constraint referral_rebate_outcome_check',
    `alter table referral_rebate
       add constraint referral_rebate_outcome_check check (outcome in ('earned', 'self', 'unverified', 'disabled')),
       add constraint referral_rebate_disabled_check check (
         (outcome is not distinct from 'disabled') = (inviter_disabled_at is not null)
         and inviter_disabled_at < (day + 1)::timestamp at time zone 'UTC')`,
  ];
}
