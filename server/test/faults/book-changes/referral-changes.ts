import { type BookChange, one, posted, STRANGER } from './change.js';

const EARNED = `(select payer_id from referral_rebate where outcome = 'earned' and amount > 0 order by day, payer_id limit 1)`;
const OF_EARNED = `payer_id = ${EARNED} and outcome = 'earned' and amount > 0`;
const INVITER = `(select inviter_id from referral_rebate where ${OF_EARNED} limit 1)`;
const DAY = `(select day from referral_rebate where ${OF_EARNED} limit 1)`;

/** Changes of invitations, rebates and the days that they are of. */
export const REFERRAL_CHANGES: readonly BookChange[] = [
  {
    name: 'a rebate is more than the terms of its day say',
    foundBy: 'P06',
    sql: `update referral_rebate set amount = amount * 2 where ${OF_EARNED}`,
  },
  {
    name: 'a rebate is by a rate that nobody agreed on',
    foundBy: 'P06',
    sql: `update referral_rebate set ratio = 0.4, amount = referral_amount(fee, 0.4, scale) where ${OF_EARNED}`,
  },
  {
    name: 'a rebate goes to somebody who did not invite the payer',
    foundBy: 'P06',
    sql: `update referral_rebate set inviter_id = inviter_id - 1 where ${OF_EARNED}`,
  },
  {
    name: 'a self-referral earned',
    foundBy: 'P06',
    sql: `update referral_rebate set outcome = 'earned', amount = referral_amount(fee, ratio, scale) where outcome = 'self'`,
  },
  {
    name: 'a rebate is taken out of its batch',
    foundBy: 'P06',
    sql: `delete from referral_rebate where ${OF_EARNED}`,
  },
  {
    name: 'somebody is invited by whom they invited',
    foundBy: 'P07',
    sql: `alter table account_user drop constraint account_user_check;
          update account_user set invited_by = ${EARNED} where id = ${INVITER}`,
  },
  {
    name: 'rebates of a batch are paid once more, to a stranger',
    foundBy: 'P08',
    sql: `insert into referral_batch (day, rebates, booked_at) values (${DAY}, 1, now());
          ${posted('referral.rebate', '(select max(id) from referral_batch)', [
            { owner: STRANGER, kind: 'spot', amount: '1' },
            { owner: null, kind: 'rebate_expense', amount: '-1' },
          ])}`,
  },
  {
    name: 'an inviter has earned more than their rebates',
    foundBy: 'P08',
    sql: `update referral_income set amount = amount + 1 where inviter_id = ${INVITER}`,
  },
  {
    name: 'a fee is more than its postings',
    foundBy: 'P09',
    sql: `update referral_rebate set fee = fee + 10, amount = referral_amount(fee + 10, ratio, scale) where ${OF_EARNED}`,
  },
  {
    name: 'what was gathered is not what was posted',
    foundBy: 'P09',
    sql: `update referral_gathering set fees = '{"3": "1"}' where id = ${one('referral_gathering', `fees <> '{}'`)}`,
  },
  {
    name: 'a day covers journals of the day before',
    foundBy: 'P09',
    sql: `update referral_day set first_journal = first_journal - 1 where day = ${DAY}`,
  },
];
