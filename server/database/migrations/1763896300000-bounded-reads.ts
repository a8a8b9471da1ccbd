import { IndexMigration } from './index-migration.js';

/** What is looked for again and again, by an index of its own: its cost goes by what is found, not by what there has ever been (decision 162). */
export class BoundedReads1763896300000 extends IndexMigration {
  protected readonly indexes = {
    // Whom a counter is about, wherever it is named. Added at once, so that nobody pays for what others have put off.
    account_limit_named: `account_limit using gin (regexp_split_to_array(subject, '[ |]')) with (fastupdate = off)`,
    wallet_adjustment_user: 'wallet_adjustment (user_id)',
    // What is open of a user who has traded for years.
    spot_order_open: `spot_order (user_id, demo, id) where status = 'open'`,
    // Answers that nobody was told of, among all that nobody has read.
    help_chat_untold: 'help_chat (id) where lines > read_by_user and mailed <= read_by_user',
    // Few of the open holds, which are most of all for orders.
    ledger_hold_withdrawal: `ledger_hold (name) where closed_at is null and name like 'withdrawal:%'`,
    ledger_hold_otc_order: `ledger_hold (name) where closed_at is null and (name like 'otc-order:%' or name like 'otc-order-again:%')`,
    spot_stop_waiting: `spot_stop (user_id, demo, id) where status = 'waiting'`,
  };
}
