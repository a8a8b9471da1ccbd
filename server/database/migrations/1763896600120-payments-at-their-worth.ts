import { ForwardMigration } from './forward-migration.js';

/**
 * Coins of a sale that were paid for with another coin than USDT, and payments that were given back, came in at that coin's price of
 * the day on which they came. They are priced again when they are read: by when they were paid, as they went out.
 */
export class PaymentsAtTheirWorth1763896600120 extends ForwardMigration {
  protected readonly statements = [
    // As many rows as there were such applications, each found by its keys.
    `update profit_flow f set price = null
       from ieo_project p
       join ieo_application a on a.project_id = p.id and a.paid_at is not null
      cross join (values ('ieo.deliver'), ('ieo.return')) as comes (reason)
       join ledger_journal j on j.reason = comes.reason and j.reference = a.id::text and not j.demo
      where p.pay_currency_id <> (select c.id from currency c where c.code = 'USDT')
        and f.user_id = a.user_id and not f.demo and f.at = j.at and f.journal_id = j.id and f.kind = 'outside'`,
  ];
}
