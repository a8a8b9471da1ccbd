import { type BookChange, copied, one } from './change.js';

const PAYING = one('otc_order', 'status = 1');
const RELEASED = one('otc_order', `status = 3 and ended_by = 'release'`);
const CANCELLED = one('otc_order', 'status = 5 and not reopened');
const APPEALED = one('otc_order', 'status = 4');
const AWARDED = one('otc_order', `ended_by in ('award-buyer', 'award-seller')`);
const ROOM = `(select concat('otc-order:', ${RELEASED}))`;

/** Changes of orders between users. */
export const OTC_CHANGES: readonly BookChange[] = [
  {
    name: 'less is held for an order than it is about',
    foundBy: 'P01',
    sql: `update ledger_hold set amount = amount - 1 where name = concat('otc-order:', ${PAYING})`,
  },
  {
    name: 'an order is gone, and its coins are still held',
    foundBy: 'P01',
    sql: `delete from otc_order where id = ${APPEALED}`,
  },
  {
    name: 'an order ended without its coins',
    foundBy: 'P02',
    sql: `update otc_order set status = 5, ended_at = now(), ended_by = 'cancel', version = version + 1 where id = ${PAYING}`,
  },
  {
    name: 'a cancelled order is said to be released',
    foundBy: 'P02',
    sql: `update otc_order set status = 3, released_at = ended_at, ended_by = 'release' where id = ${CANCELLED}`,
  },
  {
    name: 'another number of coins was released than was ordered',
    foundBy: 'P02',
    sql: `update otc_order set quantity = quantity + 1 where id = ${RELEASED}`,
  },
  {
    name: 'two people have two open orders',
    foundBy: 'P03',
    sql: `drop index otc_order_pair;
          ${copied('otc_order', PAYING, `jsonb_build_object('id', 999999999)`)}`,
  },
  {
    name: 'an order waits for its payment for hours',
    foundBy: 'P04',
    isOverdue: true,
    isLate: true,
    sql: `update otc_order set pay_until = pay_until - interval '3 days' where id = ${PAYING}`,
  },
  {
    name: 'a step is left out',
    foundBy: 'P11',
    sql: `delete from otc_step where order_id = ${RELEASED} and event = 'pay'`,
  },
  {
    name: 'a step is somebody else’s than who may take it',
    foundBy: 'P11',
    sql: `update otc_step set actor = 'seller', user_id = (select seller_id from otc_order where id = ${RELEASED})
           where order_id = ${RELEASED} and event = 'pay'`,
  },
  {
    name: 'an order has a state that no step led to',
    foundBy: 'P11',
    sql: `update otc_order set version = version + 1 where id = ${PAYING}`,
  },
  {
    name: 'one operator decided what takes two',
    foundBy: 'P12',
    sql: `update otc_order set second_person_above = 0 where id = ${AWARDED};
          delete from operator_proposal where kind = 'otc-appeal'`,
  },
  {
    name: 'one operator awarded alone on one day what goes beyond the limit together',
    foundBy: 'P12',
    sql: `update otc_order set second_person_above = quantity where ended_by in ('award-buyer', 'award-seller')`,
  },
  {
    name: 'less is noted than an operator awarded alone',
    foundBy: 'P12',
    sql: `update otc_step set awarded_alone = awarded_alone / 2 where awarded_alone is not null`,
  },
  {
    name: 'a line of a room says something else now',
    foundBy: 'P13',
    sql: `update room_line set body = 'extend' where room = ${ROOM} and number = 2`,
  },
  {
    name: 'a line of a room is gone',
    foundBy: 'P13',
    sql: `delete from room_line where room = ${ROOM} and number = 1`,
  },
];
