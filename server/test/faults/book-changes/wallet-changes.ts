import { type BookChange, copied, of, one, posted, STRANGER, unchecked } from './change.js';

const APPROVED = one('deposit', `status = 'approved'`);
const PAID = one('withdrawal', `status = 'paid'`);
const SAVER = of('withdrawal', PAID, 'user_id');
const TO_BANK = one('withdrawal', `chain = 'bank' and status = 'review'`);
const BANK_SAVER = of('withdrawal', TO_BANK, 'user_id');
const BOOKED = one('wallet_adjustment', `status = 'booked' and cap_by_all is not null`);
const TRANSFER = '(select max(id) from wallet_transfer)';
const GRANT = one('demo_grant', `kind = 'enter'`);
const CREDIT = one('ledger_journal', `reason = 'deposits.credit'`);

/** A booked change of 5 USDT or of another amount for the stranger, as if two operators had decided it. */
const adjusted = (amount: string, { currency = 3, cap = '1000000', kind = 'adjustment' } = {}) =>
  `${copied(
    'wallet_adjustment',
    BOOKED,
    `jsonb_build_object('id', 900001, 'user_id', ${STRANGER}, 'account', 'spot', 'currency_id', ${currency},
       'amount', ${amount}, 'booked_at', now(), 'cap_by_person', ${cap}, 'cap_by_all', ${cap})`,
  )}
  ${posted('wallet.adjustment', '900001', [
    { owner: STRANGER, kind: 'spot', amount, currency },
    { owner: null, kind, amount: `-${amount}`, currency },
  ])}`;

/** So much USDT more in the insurance fund, as if two operators had decided it. */
const toppedUp = (amount: string, cap: string) =>
  `${copied(
    'operator_proposal',
    one('operator_proposal', `kind = 'insurance' and status = 'approved'`),
    `jsonb_build_object('id', 900001, 'detail', jsonb_build_object('currency', 'USDT', 'currencyId', 3, 'amount', '${amount}'),
       'decided_at', now(), 'cap_by_person', ${cap}, 'cap_by_all', ${cap})`,
  )}
  ${posted('insurance.top-up', '900001', [
    { owner: null, kind: 'adjustment', amount: `-${amount}` },
    { owner: null, kind: 'insurance', amount },
  ])}`;

/** Changes of deposits, withdrawals, transfers, changes by hand and demo money. */
export const WALLET_CHANGES: readonly BookChange[] = [
  {
    name: 'an approved deposit counts for more than was credited',
    foundBy: 'L17',
    sql: `update deposit set amount = amount + 1000 where id = ${APPROVED}`,
  },
  {
    name: 'a transaction is credited twice',
    foundBy: 'M01',
    sql: `drop index deposit_transaction;
          update deposit d set tx_hash = f.tx_hash, chain = f.chain, output_index = f.output_index
            from deposit f where f.id = ${APPROVED} and d.status = 'approved'`,
  },
  {
    name: 'a transaction is credited by its hash and by a picture',
    foundBy: 'M01',
    sql: `${unchecked('deposit')} drop index deposit_settled;
          update deposit d set tx_hash = null, settled_tx = f.tx_hash from deposit f
           where f.id = ${APPROVED} and d.id = (select max(id) from deposit where status = 'approved')`,
  },
  {
    name: 'a deposit is called approved and nothing was credited',
    foundBy: 'M02',
    sql: `update deposit set status = 'approved' where id = ${one('deposit', `status = 'review'`)}`,
  },
  {
    name: 'a deposit under review is credited',
    foundBy: 'M02',
    sql: posted('deposits.credit', one('deposit', `status = 'review'`), [
      { owner: STRANGER, kind: 'spot', amount: '250' },
      { owner: null, kind: 'external', amount: '-250' },
    ]),
  },
  {
    name: 'a deposit was credited to somebody else',
    foundBy: 'M02',
    sql: `update deposit set user_id = ${STRANGER} where id = ${APPROVED}`,
  },
  {
    name: 'nobody has said that a deposit may be credited',
    foundBy: 'M02',
    sql: `delete from wallet_act where subject = 'deposit' and subject_id = ${APPROVED} and to_status = 'approved'`,
  },
  {
    name: 'a paid withdrawal is called rejected, for another payment',
    foundBy: 'M03',
    sql: `update withdrawal set status = 'rejected', reason = 'again', chain_tx = null where id = ${PAID}`,
  },
  {
    name: 'a withdrawal that was paid is given back, too',
    foundBy: 'M03',
    sql: posted('withdrawals.return', PAID, [
      { owner: SAVER, kind: 'spot', amount: '100' },
      { owner: null, kind: 'external', amount: '-100' },
    ]),
  },
  {
    name: 'the fee of a paid withdrawal is forgiven',
    foundBy: 'M04',
    sql: `update withdrawal set fee = 0 where id = ${PAID}`,
  },
  {
    name: 'a withdrawal costs all that it is of',
    foundBy: 'M04',
    sql: `${unchecked('withdrawal')} update withdrawal set fee = amount where status = 'rejected'`,
  },
  {
    name: 'somebody has applied four times on one day',
    foundBy: 'M05',
    sql: `update withdrawal set user_id = ${SAVER}, local_day = ${of('withdrawal', PAID, 'local_day')}`,
  },
  {
    name: 'a withdrawal is counted on the day before, so that another one could be asked for',
    foundBy: 'M05',
    sql: `update withdrawal set local_day = local_day - 1 where id = ${PAID}`,
  },
  {
    name: 'a withdrawal goes to the address of somebody else',
    foundBy: 'M06',
    sql: `update withdrawal_address set user_id = ${STRANGER} where id = ${of('withdrawal', PAID, 'address_id')}`,
  },
  {
    name: 'a withdrawal goes to an address that is in no book',
    foundBy: 'M06',
    sql: `update withdrawal set destination = jsonb_set(destination, '{address}', '"TJRyWwFs9wTFGZg3JbrVriFbNfCug5tDeC"')
           where id = ${PAID}`,
  },
  {
    name: 'a withdrawal goes to an address of that very moment',
    foundBy: 'M06',
    sql: `update withdrawal_address set usable_at = usable_at + interval '1 day'
           where id = ${of('withdrawal', PAID, 'address_id')}`,
  },
  {
    name: 'a withdrawal goes to an address that was removed a moment before',
    foundBy: 'M06',
    sql: `update withdrawal_address set deleted_at = ${of('withdrawal', PAID, 'created_at')} - interval '1 millisecond'
           where id = ${of('withdrawal', PAID, 'address_id')}`,
  },
  {
    name: 'a withdrawal of before instants were stamped goes to an address that was removed some seconds before',
    foundBy: 'M06',
    sql: `update withdrawal set stamped = false where id = ${PAID};
          update withdrawal_address set deleted_at = ${of('withdrawal', PAID, 'created_at')} - interval '3 seconds'
           where id = ${of('withdrawal', PAID, 'address_id')}`,
  },
  {
    name: 'an open withdrawal to a bank goes to a card that could be used some seconds later',
    foundBy: 'M06',
    sql: `update account_bank_card set usable_at = ${of('withdrawal', TO_BANK, 'created_at')} + interval '3 seconds'
           where user_id = ${BANK_SAVER}`,
  },
  {
    name: 'somebody withdraws whose identity was verified a moment later',
    foundBy: 'M06',
    sql: `update verification_case set decided_at = ${of('withdrawal', PAID, 'created_at')} + interval '1 millisecond'
           where user_id = ${SAVER}`,
  },
  {
    name: 'an open withdrawal to a bank goes to the card of somebody else',
    foundBy: 'M06',
    sql: `update withdrawal set destination = jsonb_set(destination, '{address}', '"6222029999999999"') where id = ${TO_BANK}`,
  },
  {
    name: 'an open withdrawal to a bank is for somebody else',
    foundBy: 'M06',
    sql: `update withdrawal set destination = jsonb_set(destination, '{holder}', '"Bert Example"') where id = ${TO_BANK}`,
  },
  {
    name: 'an open withdrawal to a bank goes to a card that was bound afterwards',
    foundBy: 'M06',
    sql: `update account_bank_card set bank_account = '6222029999999999', updated_at = now() where user_id = ${BANK_SAVER};
          update withdrawal set destination = jsonb_set(destination, '{address}', '"6222029999999999"') where id = ${TO_BANK}`,
  },
  {
    name: 'a withdrawal to a bank goes to a card of that very moment',
    foundBy: 'M06',
    sql: `update account_bank_card set usable_at = usable_at + interval '10 days' where user_id = ${BANK_SAVER}`,
  },
  {
    name: 'somebody withdraws whose identity nobody verified',
    foundBy: 'M06',
    sql: `delete from verification_case where user_id = ${SAVER}`,
  },
  {
    name: 'a transfer moved another amount than it says',
    foundBy: 'M07',
    sql: `update wallet_transfer set amount = amount + 1 where id = ${TRANSFER}`,
  },
  {
    name: 'a transfer moves the money of somebody else',
    foundBy: 'M07',
    sql: `update wallet_transfer set user_id = user_id - 1 where id = ${TRANSFER}`,
  },
  {
    name: 'one transaction pays two withdrawals',
    foundBy: 'M08',
    sql: `drop index withdrawal_transaction;
          update withdrawal w set status = 'paid', chain_tx = p.chain_tx from withdrawal p
           where p.id = ${PAID} and w.status = 'approved'`,
  },
  {
    name: 'one transaction pays two withdrawals, the second under the name of another chain',
    foundBy: 'M08',
    sql: `update withdrawal w set status = 'paid', chain_tx = p.chain_tx,
                 chain = case p.chain when 'tron' then 'ethereum' else 'tron' end
            from withdrawal p where p.id = ${PAID} and w.status = 'approved'`,
  },
  {
    name: 'what paid a withdrawal is credited to somebody, too',
    foundBy: 'M08',
    sql: `update deposit d set tx_hash = p.chain_tx, settled_tx = null, chain = p.chain from withdrawal p
           where p.id = ${PAID} and d.id = ${APPROVED}`,
  },
  {
    name: 'what paid a withdrawal is credited by a picture, too',
    foundBy: 'M08',
    sql: `${unchecked('deposit')} update deposit d set tx_hash = null, settled_tx = p.chain_tx from withdrawal p
           where p.id = ${PAID} and d.id = ${APPROVED}`,
  },
  {
    name: 'an operator decides a change of their own of money',
    foundBy: 'M09',
    sql: `alter table wallet_adjustment drop constraint wallet_adjustment_check1;
          update wallet_adjustment set decided_by = proposed_by where id = ${BOOKED}`,
  },
  {
    name: 'a change of money that nobody decided is booked',
    foundBy: 'M09',
    sql: posted('wallet.adjustment', one('wallet_adjustment', `status = 'proposed'`), [
      { owner: SAVER, kind: 'spot', amount: '14' },
      { owner: null, kind: 'adjustment', amount: '-14' },
    ]),
  },
  {
    name: 'a change of money is for somebody else than its row says',
    foundBy: 'M09',
    sql: `update wallet_adjustment set user_id = ${STRANGER} where id = ${BOOKED}`,
  },
  {
    name: 'the operator who approves a withdrawal first is the one who approves it',
    foundBy: 'M10',
    sql: `update withdrawal w set first_approved_by = (
            select a.operator_id from wallet_act a
             where a.subject = 'withdrawal' and a.subject_id = w.id and a.to_status = 'approved')
           where w.id = ${PAID}`,
  },
  {
    name: 'nobody has approved a withdrawal that was paid',
    foundBy: 'M10',
    sql: `delete from wallet_act where subject = 'withdrawal' and subject_id = ${PAID} and to_status = 'approved'`,
  },
  {
    name: '620,000 BTC come by a change that two decided, far beyond the caps',
    foundBy: 'M11',
    sql: adjusted('620000', { currency: 1, cap: '10' }),
  },
  {
    name: '620,000 BTC come by a change that two decided, on a day without any caps',
    foundBy: 'M11',
    sql: adjusted('620000', { currency: 1, cap: 'null' }),
  },
  {
    name: 'a withdrawal was paid that nobody held against a cap',
    foundBy: 'M11',
    sql: `update withdrawal set released_at = null, cap_by_person = null, cap_by_all = null
           where id = (select max(id) from withdrawal where status in ('approved', 'paid'))`,
  },
  {
    name: 'a deposit that no chain confirms was credited beside the caps',
    foundBy: 'M11',
    sql: `update deposit set word_at = null, word_cap_by_person = null, word_cap_by_all = null
           where id = (select max(id) from deposit where word_at is not null)`,
  },
  {
    name: '620,000 USDT come into the insurance fund on one day, as two decided, far beyond the caps',
    foundBy: 'M11',
    sql: toppedUp('620000', '100000'),
  },
  {
    name: '620,000 USDT come into the insurance fund, as two decided, on a day without any caps',
    foundBy: 'M11',
    sql: toppedUp('620000', 'null'),
  },
  {
    name: 'the result of the house pays what a change by hand gives',
    foundBy: 'L20',
    sql: adjusted('5', { kind: 'house_pnl' }),
  },
  {
    name: 'a grant of demo money is in no journal',
    foundBy: 'D01',
    sql: copied('demo_grant', GRANT, `jsonb_build_object('id', 900001, 'kind', 'top-up')`),
  },
  {
    name: 'demo money is made without a grant',
    foundBy: 'D01',
    sql: posted(
      'options.buy',
      `'999999'`,
      [
        { owner: STRANGER, kind: 'spot', amount: '100' },
        { owner: null, kind: 'sim_mint', amount: '-100' },
      ],
      { demo: true },
    ),
  },
  {
    name: 'a grant of demo money is said to be of somebody else',
    foundBy: 'D01',
    sql: `update demo_grant set user_id = ${STRANGER} where id = ${GRANT}`,
  },
  {
    name: 'a grant of demo money comes into real accounts',
    foundBy: 'D01',
    sql: `update ledger_account set demo = false, shard = 9 where id = (
            select p.account_id from ledger_posting p join ledger_journal j on j.id = p.journal_id
             where j.reason = 'demo.grant' and p.amount > 0 order by p.account_id limit 1)`,
  },
  {
    name: 'demo money is called a deposit',
    foundBy: 'K11',
    sql: `update ledger_journal set reason = 'deposits.credit', reference = 'lost:' || reference
           where id = ${one('ledger_journal', `reason = 'demo.grant'`)}`,
  },
  {
    name: 'demo money comes from the world outside',
    foundBy: 'K11',
    sql: `update ledger_account set kind = 'external' where kind = 'sim_mint'`,
  },
  {
    name: 'demo money is transferred',
    foundBy: 'K11',
    sql: `${copied('wallet_transfer', TRANSFER, `'{"id": 900001}'`)}
          ${posted(
            'wallet.transfer',
            '900001',
            [
              { owner: STRANGER, kind: 'spot', amount: '-1' },
              { owner: STRANGER, kind: 'option', amount: '1' },
            ],
            { demo: true },
          )}`,
  },
  {
    name: 'a withdrawal is open and its money is not frozen',
    foundBy: 'L13-withdrawals',
    sql: `update withdrawal set status = 'review', reason = '' where status = 'cancelled'`,
  },
  {
    name: 'more is frozen for a withdrawal than it asks for',
    foundBy: 'L13-withdrawals',
    sql: `update withdrawal set amount = amount - 1 where status = 'review'`,
  },
  {
    name: 'an act of an operator is written anew',
    foundBy: 'X02',
    sql: `update audit_entry set detail = detail || '{"amount": "1"}' where id = (select min(id) from audit_entry)`,
  },
  {
    name: 'an act of an operator is taken out',
    foundBy: 'X02',
    sql: 'delete from audit_entry where id = (select min(id) from audit_entry)',
  },
  {
    name: 'the newest acts of operators are taken out with their seal',
    foundBy: 'X02',
    sql: `delete from audit_entry where id >= (select max(first_entry) from audit_seal);
          delete from audit_seal where id = (select max(id) from audit_seal)`,
  },
  {
    name: 'a guard of the audit log sleeps',
    foundBy: 'X02',
    isOfGuards: true,
    sql: 'alter table audit_entry disable trigger audit_entry_append_only',
  },
  {
    name: 'a security event of a user is written anew',
    foundBy: 'X02',
    sql: `update account_security_event set ip = '192.0.2.66'
           where id = (select min(id) from account_security_event)`,
  },
  {
    name: 'a security event of a user is taken out',
    foundBy: 'X02',
    sql: 'delete from account_security_event where id = (select min(id) from account_security_event)',
  },
  {
    name: 'a security event of a user is put in where a number was free',
    foundBy: 'X02',
    sql: `insert into account_security_event (id, user_id, kind, ip, device, at) overriding system value
          select (select n from generate_series(1, (select max(last_event) from audit_seal)) n
                   where not exists (select from account_security_event e where e.id = n) order by n limit 1),
                 user_id, 'address-added', '', '', at
            from account_security_event order by id limit 1`,
  },
  {
    name: 'security events of users are changed with the digest of their seal',
    foundBy: 'X02',
    sql: `update account_security_event set kind = 'login' where id = 1;
          update audit_seal s set events_hash = (
            select sha256(convert_to(string_agg(l.line, chr(10) order by l.event_id), 'utf8'))
              from audit_event_lines(s.first_event, s.last_event) l)
           where 1 between first_event and last_event`,
  },
  {
    name: 'a guard of the security events of users sleeps',
    foundBy: 'X02',
    isOfGuards: true,
    sql: 'alter table account_security_event disable trigger account_security_event_append_only',
  },
  {
    name: 'security events of users may be added unseen by the sealer',
    foundBy: 'X02',
    isOfGuards: true,
    sql: 'drop trigger account_security_event_number on account_security_event',
  },
  {
    name: 'a violation is let stand that nobody let stand',
    foundBy: 'X03',
    sql: `insert into books_quarantine (proposal_id, invariant, fingerprint, book, details, since)
          values (${one('operator_proposal', `status = 'approved'`)}, 'L04', repeat('a', 64), 'real', '{}', now())`,
  },
  {
    name: 'the journal of a credit says that it was another deposit',
    foundBy: 'M02',
    sql: `update ledger_journal set reference = '999999' where id = ${CREDIT}`,
  },
  {
    name: 'the house takes money that nobody gave up',
    foundBy: 'M14',
    sql: posted('erasure.rest', "'900001:3'", [
      { owner: STRANGER, kind: 'spot', amount: '-1' },
      { owner: null, kind: 'house_pnl', amount: '1' },
    ]),
  },
];
