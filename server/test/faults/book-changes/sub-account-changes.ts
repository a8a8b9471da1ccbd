import { type BookChange, copied, of, one, posted, STRANGER } from './change.js';

const SUB = one('sub_account', 'true');
const OF_SUB = of('sub_account', SUB, 'user_id');
const TRANSFER = '(select max(id) from sub_account_transfer)';

/** Changes of accounts of one person, and of what moves between them. */
export const SUB_ACCOUNT_CHANGES: readonly BookChange[] = [
  {
    name: 'money of a sub-account is moved to another person, with a record that says so',
    foundBy: 'M12',
    sql: `${copied(
      'sub_account_transfer',
      TRANSFER,
      `jsonb_build_object('id', 900001, 'from_user_id', ${OF_SUB},
             'from_account', 'contract', 'to_user_id', ${STRANGER}, 'to_account', 'spot', 'amount', 1)`,
    )}
          ${posted('sub-account.transfer', '900001', [
            { owner: OF_SUB, kind: 'contract', amount: '-1' },
            { owner: STRANGER, kind: 'spot', amount: '1' },
          ])}`,
  },
  {
    name: 'money is moved between persons behind a record of one',
    foundBy: 'M12',
    sql: `${copied('sub_account_transfer', TRANSFER, `'{"id": 900001, "amount": 1}'`)}
          ${posted('sub-account.transfer', '900001', [
            { owner: STRANGER, kind: 'spot', amount: '-1' },
            { owner: OF_SUB, kind: 'contract', amount: '1' },
          ])}`,
  },
  {
    name: 'a transfer with a sub-account says another amount than it moved',
    foundBy: 'M12',
    sql: `update sub_account_transfer set amount = amount + 1 where id = ${TRANSFER}`,
  },
  {
    name: 'a transfer with a sub-account was never booked',
    foundBy: 'M12',
    sql: copied('sub_account_transfer', TRANSFER, `'{"id": 900001}'`),
  },
  {
    name: 'a sub-account becomes somebody else’s',
    foundBy: 'M12',
    sql: `update sub_account set main_id = (select min(id) from account_user) where id = ${SUB}`,
  },
  {
    name: 'a sub-account gets a code to be found by',
    foundBy: 'M13',
    sql: `update account_user set extension_code = 'AAAAAA' where id = ${OF_SUB}`,
  },
  {
    name: 'a sub-account gets demo money',
    foundBy: 'M13',
    sql: `update ledger_account set demo = true where owner_id = ${OF_SUB}`,
  },
];
