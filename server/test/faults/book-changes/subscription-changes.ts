import { type BookChange, of, one, posted, STRANGER } from './change.js';

const PASSED = one('subscription_order', `status = 'passed'`);
const LOCKED = one('subscription_order', `status = 'locked'`);
const RELEASED = one('subscription_order', `status = 'released'`);
const OWNER = of('subscription_order', PASSED, 'user_id');
const OFFER = of('subscription_order', PASSED, 'offer_id');

/** Changes of orders for new coins and of what is left of them. */
export const SUBSCRIPTION_CHANGES: readonly BookChange[] = [
  {
    name: 'an offer says that less of it is sold',
    foundBy: 'N01',
    sql: `update subscription_quota set sold = sold - 1 where offer_id = ${OFFER}`,
  },
  {
    name: 'an offer has more to sell than it was published with',
    foundBy: 'N01',
    sql: `update subscription_quota set total = total + 1 where offer_id = ${OFFER}`,
  },
  {
    name: 'somebody may have more of an offer than others',
    foundBy: 'N02',
    sql: `update subscription_share set maximum = maximum * 2 where offer_id = ${OFFER} and user_id = ${OWNER}`,
  },
  {
    name: 'the share of a user is forgotten',
    foundBy: 'N02',
    sql: `delete from subscription_share where offer_id = ${OFFER} and user_id = ${OWNER}`,
  },
  {
    name: 'the payment of an order is not held any more',
    foundBy: 'N03',
    sql: `update ledger_hold set amount = amount - 1 where name = concat('subscription-order:', ${PASSED})`,
  },
  {
    name: 'an order says that it was given back, and the money was not',
    foundBy: 'N04',
    sql: `update subscription_order set status = 'returned', ended_at = now() where id = ${PASSED}`,
  },
  {
    name: 'the coins of an order went to somebody else',
    foundBy: 'N04',
    sql: `update subscription_order set user_id = ${STRANGER} where id = ${RELEASED}`,
  },
  {
    name: 'an order was paid for twice',
    foundBy: 'N04',
    sql: posted('subscription.return', PASSED, [
      { owner: OWNER, kind: 'spot_frozen', amount: '-1', hold: `concat('subscription-order:', ${PASSED})` },
      { owner: OWNER, kind: 'spot', amount: '1' },
    ]),
  },
  {
    name: 'somebody bought more coins for the same money',
    foundBy: 'N04',
    sql: `update subscription_order set coins = coins * 2, expected_return = trunc(coins * 2 * yield_ratio, coin_scale)
           where id = ${RELEASED}`,
  },
  {
    name: 'coins are locked for longer than was bought',
    foundBy: 'N05',
    sql: `update subscription_order set release_at = release_at + interval '1 day' where id = ${LOCKED}`,
  },
  {
    name: 'an order has other days of lock-up than its offer',
    foundBy: 'N05',
    sql: `update subscription_order set lock_days = lock_days + 3, release_at = release_at + interval '3 days',
             ended_at = ended_at + interval '3 days' where id = ${RELEASED}`,
  },
  {
    name: 'the coins that were delivered are of another coin than was offered',
    foundBy: 'N05',
    sql: `update subscription_offer set coin_code = 'ELSE' where id = ${of('subscription_order', LOCKED, 'offer_id')}`,
  },
  {
    name: 'coins were delivered with other decimals than were offered',
    foundBy: 'N05',
    sql: `update currency set scale = scale + 1
           where id = (select coin_currency_id from subscription_order where id = ${LOCKED})`,
  },
  {
    name: 'coins have been due for hours, and nobody released them',
    foundBy: 'N05',
    isOverdue: true,
    isLate: true,
    sql: `update subscription_offer set launched_at = now() - lock_days * interval '1 day' - interval '3 hours'
           where id = ${of('subscription_order', LOCKED, 'offer_id')};
          update subscription_order set locked_at = now() - lock_days * interval '1 day' - interval '3 hours',
                 release_at = now() - interval '3 hours'
           where locked_at is not null and offer_id = ${of('subscription_order', LOCKED, 'offer_id')}`,
  },
];
