import { type BookChange, of, one, posted, STRANGER, unchecked } from './change.js';

const CUSTODY = one('trust_order', `status = 'custody' and not demo`);
const COMPLETED = one('trust_order', `status = 'completed' and not demo`);
const REDEEMED = one('trust_order', `status = 'redeemed' and not demo`);
const OWNER = of('trust_order', CUSTODY, 'user_id');
const HELD = `(select principal + income from trust_order where id = ${CUSTODY})`;
const PENALTY = `(select trust_penalty(o) from trust_order o where o.id = ${CUSTODY})`;

/** Changes of locked funds and their interest. */
export const TRUST_CHANGES: readonly BookChange[] = [
  {
    name: 'a day of interest is taken out',
    foundBy: 'T01',
    sql: `delete from trust_accrual where order_id = ${CUSTODY}
             and day = (select max(day) from trust_accrual where order_id = ${CUSTODY})`,
  },
  {
    name: 'interest was booked before its day was over',
    foundBy: 'T01',
    sql: `update trust_accrual_batch set booked_at = booked_at - interval '1 day'
           where id = (select max(batch_id) from trust_accrual where order_id = ${CUSTODY})`,
  },
  {
    name: 'five days of interest are missing',
    foundBy: 'T01',
    isOverdue: true,
    isLate: true,
    sql: `update trust_order set start_day = start_day - 5 where id = ${CUSTODY};
          update trust_accrual set day = day - 5 where order_id = ${CUSTODY}`,
  },
  {
    name: 'an order has had all its days, and its money is not returned',
    foundBy: 'T01',
    isOverdue: true,
    isLate: true,
    sql: `update trust_order set start_day = start_day - 30, term_days = accrued_days where id = ${CUSTODY};
          update trust_accrual set day = day - 30 where order_id = ${CUSTODY}`,
  },
  {
    name: 'interest was booked for more days than the term has',
    foundBy: 'T01',
    sql: `${unchecked('trust_order')} update trust_order set term_days = accrued_days - 1 where id = ${COMPLETED}`,
  },
  {
    name: 'a day of interest was twice as much',
    foundBy: 'T02',
    sql: `update trust_accrual set amount = amount * 2 where order_id = ${CUSTODY}
             and day = (select max(day) from trust_accrual where order_id = ${CUSTODY})`,
  },
  {
    name: 'a batch of interest has fewer orders than it says',
    foundBy: 'T02',
    sql: 'update trust_accrual_batch set orders = orders + 1 where id = (select max(id) from trust_accrual_batch)',
  },
  {
    name: 'days of interest went to somebody else than the owner of the order',
    foundBy: 'T02',
    sql: `update trust_order set user_id = ${STRANGER} where id = ${CUSTODY}`,
  },
  {
    name: 'the penalty of a redemption is not what its rule says',
    foundBy: 'T03',
    sql: `update trust_order set penalty = penalty / 2 where id = ${REDEEMED}`,
  },
  {
    name: 'the proceeds of a completed order are those of somebody else',
    foundBy: 'T03',
    sql: `update trust_order set user_id = ${STRANGER} where id = ${COMPLETED}`,
  },
  {
    name: 'an order is redeemed and paid to somebody else',
    foundBy: 'T03',
    sql: `${posted('trust.redeem', CUSTODY, [
      { owner: OWNER, kind: 'trust_frozen', amount: `-${HELD}`, hold: `'trust-order:' || ${CUSTODY}` },
      { owner: STRANGER, kind: 'spot', amount: `${HELD} - ${PENALTY}` },
      { owner: null, kind: 'penalty', amount: PENALTY },
    ])}
    update trust_quota q set in_custody = q.in_custody - o.principal from trust_order o
     where o.id = ${CUSTODY} and q.product_id = o.product_id and q.demo = o.demo;
    update trust_order set status = 'redeemed', penalty = ${PENALTY}, ended_at = now() where id = ${CUSTODY}`,
  },
  {
    name: 'an order that the spot account paid for is said to be paid for by the trust account',
    foundBy: 'T06',
    sql: `update trust_order set from_trust = principal where id = ${CUSTODY}`,
  },
  {
    name: 'an order is redeemed to another account than the one that paid for it',
    foundBy: 'T06',
    sql: `${posted('trust.redeem', CUSTODY, [
      { owner: OWNER, kind: 'trust_frozen', amount: `-${HELD}`, hold: `'trust-order:' || ${CUSTODY}` },
      { owner: OWNER, kind: 'trust', amount: `${HELD} - ${PENALTY}` },
      { owner: null, kind: 'penalty', amount: PENALTY },
    ])}
    update trust_quota q set in_custody = q.in_custody - o.principal from trust_order o
     where o.id = ${CUSTODY} and q.product_id = o.product_id and q.demo = o.demo;
    update trust_order set status = 'redeemed', penalty = ${PENALTY}, ended_at = now() where id = ${CUSTODY}`,
  },
  {
    name: 'less is frozen for an order than it has locked',
    foundBy: 'T04',
    sql: `update ledger_hold set amount = amount - 100 where name = 'trust-order:' || ${CUSTODY}`,
  },
  {
    name: 'more of a quota is free than is',
    foundBy: 'T05',
    sql: 'update trust_quota set in_custody = in_custody / 2 where in_custody > 0',
  },
];
