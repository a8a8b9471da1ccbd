import { ForwardMigration } from './forward-migration.js';

/** What of an order's principal came from the trust account: its share of everything goes back there. The rest is spot's. */
export class TrustPaidFrom1763865000000 extends ForwardMigration {
  protected readonly statements = [
    `alter table trust_order
       add column from_trust money_amount not null default 0,
       add constraint trust_order_from_trust check (from_trust between 0 and principal)`,
    'drop trigger trust_order_keep on trust_order',
    `create trigger trust_order_keep before delete or update of
       user_id, product_id, currency_id, demo, principal, from_trust, scale, daily_ratio, term_days, redemption_rule,
       redemption_ratio, penalty_capped, daily_interest, start_day, created_at
       on trust_order for each row execute function trust_keep()`,
  ];
}
