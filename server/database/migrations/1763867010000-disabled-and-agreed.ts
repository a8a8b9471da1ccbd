import { ForwardMigration } from './forward-migration.js';

/**
 * Every gateway asks each second who was disabled lately, and looks at nobody else. An order of a trust product keeps when its
 * user agreed to the terms; of those before, and of old clients, nothing is known.
 */
export class DisabledAndAgreed1763867010000 extends ForwardMigration {
  protected readonly statements = [
    'create index account_user_disabled on account_user (disabled_at) where disabled_at is not null',
    'alter table trust_order add column agreed_at timestamptz',
    'drop trigger trust_order_keep on trust_order',
    `create trigger trust_order_keep before delete or update of
       user_id, product_id, currency_id, demo, principal, from_trust, scale, daily_ratio, term_days, redemption_rule,
       redemption_ratio, penalty_capped, daily_interest, start_day, created_at, agreed_at
       on trust_order for each row execute function trust_keep()`,
  ];
}
