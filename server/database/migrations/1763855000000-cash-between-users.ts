import { ForwardMigration, oneMore } from './forward-migration.js';

const WAYS = `'bank', 'ali_pay', 'we_chat', 'paypal', 'wise', 'cash'`;

/** Cash between users, handed over at a place; and which coins they trade, as the desk changes it. */
export class CashBetweenUsers1763855000000 extends ForwardMigration {
  protected readonly statements = [
    `alter table otc_payment
       drop constraint otc_payment_way_check,
       add constraint otc_payment_way_check check (way in (${WAYS})),
       -- of cash: a place, and what it is called
       add constraint otc_payment_place check ((way = 'cash') = (coalesce(details ->> 'place', '') <> ''))`,
    `alter table otc_advert
       drop constraint otc_advert_ways_check,
       add constraint otc_advert_ways_check check (cardinality(ways) between 1 and 6 and ways <@ array[${WAYS}]),
       drop constraint otc_advert_check2,
       -- of a seller: where the money goes, one for each way; of a buyer: where cash is handed over
       add constraint otc_advert_payments check ((side = 'sell' or 'cash' = any(ways)) = (cardinality(payments) > 0)),
       add constraint otc_advert_cash check (window_minutes = 30 or not 'cash' = any(ways))`,
    `alter table otc_order
       drop constraint otc_order_way_check,
       add constraint otc_order_way_check check (way in (${WAYS}))`,
    oneMore('operator_proposal', ['otc-coin']),
  ];
}
