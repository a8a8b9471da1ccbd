import { type BookChange, of, one, posted, STRANGER, unchecked } from './change.js';

const RELEASING = one('ieo_application', `status = 'releasing'`);
/** Who paid in the first round alone. */
const ONCE = one('ieo_application', `status = 'releasing' and second_status is distinct from 'paid'`);
const COMMITTED = one('ieo_application', `status = 'committed'`);
const SOLD = one('ieo_project', 'listed_at is not null');
const OPEN = of('ieo_application', COMMITTED, 'project_id');

/** Changes of sales of new coins. */
export const IEO_CHANGES: readonly BookChange[] = [
  {
    name: 'a round of a sale gave out more than was sealed',
    foundBy: 'I01',
    sql: `update ieo_round set units = units - 1 where project_id = ${SOLD} and round = 1`,
  },
  {
    name: 'an application that was sealed is gone from the round',
    foundBy: 'I01',
    sql: `delete from ieo_allotment where application_id = ${RELEASING} and round = 1`,
  },
  {
    name: 'somebody has more of a sale than the round gave',
    foundBy: 'I02',
    sql: `update ieo_application set allotted = allotted + 1, released_parts = released_parts where id = ${RELEASING}`,
  },
  {
    name: 'an application is somebody else’s',
    foundBy: 'I02',
    sql: `update ieo_application set user_id = ${STRANGER} where id = ${COMMITTED}`,
  },
  {
    name: 'a sale has allotted more than its supply',
    foundBy: 'P05',
    sql: `update ieo_project set supply = 1, cap = 1, least = 1, most = 1 where id = ${SOLD}`,
  },
  {
    name: 'somebody was allotted more than they applied for',
    foundBy: 'P05',
    sql: `${unchecked('ieo_application')} update ieo_application set units = allotted - 1 where id = ${RELEASING}`,
  },
  {
    name: 'less is locked of a lot than is not released',
    foundBy: 'I03',
    sql: `update ledger_hold set amount = amount - 10 where name = 'ieo-lot:' || ${RELEASING}`,
  },
  {
    name: 'less is frozen for an application than it applied for',
    foundBy: 'I03',
    sql: `update ledger_hold set amount = amount - 10 where name = 'ieo-application:' || ${COMMITTED}`,
  },
  {
    name: 'a payment of a lot is taken for that of the second round',
    foundBy: 'I04',
    sql: `update ledger_journal set reference = ${ONCE} || ':2'
           where reason = 'ieo.pay' and reference = ${ONCE} || ':1'`,
  },
  {
    name: 'money of a sale that is not listed is with the issuer',
    foundBy: 'I05',
    sql: posted('ieo.list', OPEN, [
      { owner: null, kind: 'escrow', amount: '-5' },
      { owner: null, kind: 'issuance', amount: '5' },
    ]),
  },
  {
    name: 'a lot was delivered before its coin was listed',
    foundBy: 'I04',
    sql: `update ieo_project set listed_at = null, currency_id = null, market_id = null where id = ${SOLD}`,
  },
  {
    name: 'coins of a lot were delivered to somebody who has not paid',
    foundBy: 'I04',
    sql: posted('ieo.deliver', COMMITTED, [
      { owner: null, kind: 'issuance', amount: '-5' },
      {
        owner: of('ieo_application', COMMITTED, 'user_id'),
        kind: 'spot_frozen',
        amount: '5',
        hold: `'ieo-lot:' || ${COMMITTED}`,
      },
    ]),
  },
  {
    name: 'applications are over, and nobody sealed them',
    foundBy: 'I06',
    isOverdue: true,
    isLate: true,
    sql: `update ieo_project set apply_from = apply_from - interval '1 day', apply_until = now() - interval '2 hours'
           where id = ${OPEN}`,
  },
];
