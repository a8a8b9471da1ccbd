import { type BookChange, of, one, posted, STRANGER } from './change.js';

const SPOT = one('ledger_account', `kind = 'spot' and currency_id = 3 and not demo`);
const FROZEN = one('ledger_account', `kind = 'spot_frozen' and currency_id = 3 and not demo and balance > 0`);
const FIRST = `(account_id, sequence) = (${SPOT}, 1)`;
const LAST = `(account_id, sequence) = (${SPOT}, ${of('ledger_account', SPOT, 'sequence')})`;
const MAY_OWE = 'alter table ledger_account drop constraint ledger_account_balance;';
const RESTING = one('spot_order', `status = 'open' and not demo and side = 'buy'`);
const OWNER = of('spot_order', RESTING, 'user_id');
const RESERVED = of('spot_order', RESTING, 'reserved');

/** 500 USDT of somebody that are frozen for a row which does not exist. */
function frozenForNothing(what: string, reason: string, [free, frozen]: [string, string], prefix: string): BookChange {
  return {
    name: `money is frozen for ${what} that does not exist`,
    foundBy: 'L13',
    sql: posted(reason, `'999999'`, [
      { owner: STRANGER, kind: free, amount: '-50' },
      { owner: STRANGER, kind: frozen, amount: '50', hold: `'${prefix}:999999'` },
    ]),
  };
}

/** Changes that the ledger's own invariants name. */
export const LEDGER_CHANGES: readonly BookChange[] = [
  {
    name: 'money is made in one line',
    foundBy: 'L01',
    sql: `update ledger_posting set amount = amount + 1 where ${FIRST}`,
  },
  {
    name: 'two journals err in opposite directions',
    foundBy: 'L02',
    sql: `update ledger_posting set amount = amount + 1 where ${FIRST};
          update ledger_posting set amount = amount - 1 where ${LAST}`,
  },
  {
    name: 'a journal loses its lines',
    foundBy: 'L03',
    sql: 'delete from ledger_posting where journal_id = (select max(id) from ledger_journal)',
  },
  {
    name: 'lines lose their journal',
    foundBy: 'L03',
    sql: 'delete from ledger_journal where id = (select max(id) - 1 from ledger_journal)',
  },
  {
    name: 'the newest lines lose their journal',
    foundBy: 'L03',
    sql: 'delete from ledger_journal where id = (select max(id) from ledger_journal)',
  },
  {
    name: 'a balance is written',
    foundBy: 'L04',
    sql: `update ledger_account set balance = balance + 1000 where id = ${SPOT}`,
  },
  {
    name: 'the last line of an account is taken out',
    foundBy: 'L04',
    sql: `delete from ledger_posting where ${LAST}`,
  },
  {
    name: 'a line in the middle is taken out',
    foundBy: 'L05',
    sql: `delete from ledger_posting where (account_id, sequence) = (${SPOT}, 2)`,
  },
  {
    name: 'a balance on the way is written',
    foundBy: 'L05',
    sql: `update ledger_posting set balance_after = balance_after + 1 where ${FIRST}`,
  },
  {
    name: 'a line turns into another currency: 100 SHIB that are 100 BTC',
    foundBy: 'L06',
    sql: `update ledger_posting set currency_id = 1 where ${FIRST}`,
  },
  {
    name: 'a user owes',
    foundBy: 'L07',
    sql: `${MAY_OWE} update ledger_account set balance = -1 where id = ${SPOT}`,
  },
  {
    name: 'a user owed on the way',
    foundBy: 'L07',
    sql: `update ledger_posting set balance_after = -1 where ${FIRST}`,
  },
  {
    name: 'a user may owe',
    foundBy: 'L08',
    sql: `update ledger_account set may_go_negative = true where id = ${SPOT}`,
  },
  {
    name: 'the insurance fund may owe',
    foundBy: 'L08',
    sql: `update ledger_account set may_go_negative = true where kind = 'insurance'`,
  },
  {
    name: 'the fees owe',
    foundBy: 'L08',
    sql: `${MAY_OWE} update ledger_account set balance = -1 where kind = 'fee'`,
  },
  {
    name: 'changes by hand owe more than what two decided',
    foundBy: 'L08',
    sql: `update ledger_account set balance = balance - 1000 where kind = 'adjustment' and currency_id = 3 and not demo`,
  },
  {
    name: 'what a user lost is owed by changes by hand, without any',
    foundBy: 'L08',
    isOfRound: true,
    sql: posted('spot.release', RESTING, [
      { owner: null, kind: 'adjustment', amount: '-500' },
      { owner: null, kind: 'house_pnl', amount: '500' },
    ]),
  },
  {
    name: 'a change by hand that two decided is said to be less than was booked',
    foundBy: 'L08',
    sql: `update wallet_adjustment set amount = amount - 1 where id = ${one('wallet_adjustment', `status = 'booked'`)}`,
  },
  {
    name: 'an issuer owes coins that nobody bought',
    foundBy: 'L08',
    isOfRound: true,
    sql: posted('subscription.deliver', one('subscription_order', `status = 'returned'`), [
      { owner: null, kind: 'issuance', amount: '-500' },
      { owner: null, kind: 'house_pnl', amount: '500' },
    ]),
  },
  {
    name: 'a purchase of new coins that was delivered is taken out',
    foundBy: 'L08',
    sql: `delete from subscription_order where id = ${one('subscription_order', `status = 'released'`)}`,
  },
  {
    name: 'an account is filed under somebody else',
    foundBy: 'L08',
    sql: `update ledger_account set owner_key = owner_key + 1000000 where id = ${SPOT}`,
  },
  {
    name: 'an amount is not a number',
    foundBy: 'L09',
    sql: `alter domain ledger_amount drop constraint ledger_amount_check;
          update ledger_posting set amount = 'NaN' where ${FIRST}`,
  },
  {
    name: 'a balance is not a number',
    foundBy: 'L09',
    sql: `alter domain money_amount drop constraint money_amount_check;
          update ledger_account set balance = 'NaN' where id = ${SPOT}`,
  },
  {
    name: 'an amount has more decimals than its coin',
    foundBy: 'L10',
    sql: `update ledger_posting set amount = amount + 0.000000000001 where ${FIRST}`,
  },
  {
    name: 'a journal of real money says that it is demo money',
    foundBy: 'L11',
    sql: 'update ledger_journal set demo = true where id = (select min(id) from ledger_journal where not demo)',
  },
  {
    name: 'an account of demo money becomes one of real money',
    foundBy: 'L11',
    sql: `update ledger_account set demo = false, shard = 9
           where id = ${one('ledger_account', `kind = 'option' and demo`)}`,
  },
  {
    name: 'frozen money grows without a hold',
    foundBy: 'L12',
    sql: `update ledger_account set balance = balance + 500 where id = ${FROZEN}`,
  },
  {
    name: 'a hold is lowered, so that money is frozen for nothing',
    foundBy: 'L12',
    sql: `update ledger_hold set amount = amount / 2 where account_id = ${FROZEN} and closed_at is null`,
  },
  {
    name: 'money is frozen for a reason that nobody knows',
    foundBy: 'L13',
    sql: `update ledger_hold set name = 'nothing:1' where account_id = ${FROZEN} and closed_at is null`,
  },
  frozenForNothing('a spot order', 'spot.reserve', ['spot', 'spot_frozen'], 'spot-order'),
  frozenForNothing('an option', 'options.buy', ['option', 'option_frozen'], 'option-order'),
  frozenForNothing('a position', 'futures.open', ['contract', 'contract_frozen'], 'position'),
  frozenForNothing('a pending contract order', 'futures.reserve', ['contract', 'contract_frozen'], 'contract-order'),
  frozenForNothing('a trust order', 'trust.buy', ['spot', 'trust_frozen'], 'trust-order'),
  frozenForNothing('a withdrawal', 'withdrawals.freeze', ['spot', 'spot_frozen'], 'withdrawal'),
  {
    name: 'what is frozen for an order becomes frozen money of somebody else',
    foundBy: 'L13',
    sql: posted('spot.release', RESTING, [
      { owner: OWNER, kind: 'spot_frozen', amount: `-${RESERVED}`, hold: `'spot-order:' || ${RESTING}` },
      { owner: STRANGER, kind: 'spot_frozen', amount: RESERVED, hold: `'spot-order:' || ${RESTING}` },
    ]),
  },
  {
    name: 'what a buyer has frozen becomes as much of another coin',
    foundBy: 'L13',
    sql: posted('spot.release', RESTING, [
      { owner: OWNER, kind: 'spot_frozen', amount: `-${RESERVED}`, hold: `'spot-order:' || ${RESTING}` },
      { owner: null, kind: 'house_pnl', amount: RESERVED },
      { owner: OWNER, kind: 'spot_frozen', amount: RESERVED, hold: `'spot-order:' || ${RESTING}`, currency: 1 },
      { owner: null, kind: 'house_pnl', amount: `-${RESERVED}`, currency: 1 },
    ]),
  },
  {
    name: 'something is booked twice',
    foundBy: 'L14',
    sql: `alter table ledger_journal drop constraint ledger_journal_reason_reference_key;
          insert into ledger_journal (reason, reference, demo, at)
          select reason, reference, demo, at from ledger_journal where id = (select min(id) from ledger_journal)`,
  },
  {
    name: '620,000 BTC come by ledger.adjustment',
    foundBy: 'L15',
    sql: posted('ledger.adjustment', `'1'`, [
      { owner: STRANGER, kind: 'spot', amount: '620000', currency: 1 },
      { owner: null, kind: 'adjustment', amount: '-620000', currency: 1 },
    ]),
  },
  {
    name: 'the row behind a transfer is taken out',
    foundBy: 'L15',
    sql: 'delete from wallet_transfer where id = (select max(id) from wallet_transfer)',
  },
  {
    name: 'money is moved by an option that nobody bought',
    foundBy: 'L15',
    sql: posted('options.settle', `'999999'`, [
      { owner: STRANGER, kind: 'option', amount: '900' },
      { owner: null, kind: 'house_pnl', amount: '-900' },
    ]),
  },
  {
    name: 'a journal is dated back after it was sealed',
    foundBy: 'L16',
    sql: `update ledger_journal set at = at - interval '1 day' where id = 3`,
  },
  {
    name: 'a sealed journal is taken out',
    foundBy: 'L16',
    sql: `delete from ledger_posting where journal_id = 3;
          delete from ledger_journal where id = 3`,
  },
  {
    name: 'the last seal is made anew',
    foundBy: 'L16',
    sql: `update ledger_seal set hash = sha256('x') where id = (select max(id) from ledger_seal)`,
  },
  { name: 'all seals are taken out', foundBy: 'L16', sql: 'delete from ledger_seal' },
  {
    name: 'the row of a file of the archive is taken out',
    foundBy: 'L21',
    sql: 'delete from books_archive where id = 1',
  },
  {
    name: 'all rows of the archive are taken out, after the check has seen them',
    foundBy: 'L21',
    sql: 'delete from books_archive',
  },
  {
    name: 'the digest of an archived file is written anew',
    foundBy: 'L21',
    sql: `update books_archive set hash = sha256('x') where id = 1`,
  },
  {
    name: 'a file of the archive is said to have a journal less',
    foundBy: 'L21',
    sql: 'update books_archive set last_journal = last_journal - 1 where id = 1',
  },
  {
    name: 'a file of the archive is said to leave a seal out',
    foundBy: 'L21',
    sql: `update books_archive set first_seal = first_seal + 1, last_seal = last_seal + 1
           where id = (select max(id) from books_archive)`,
  },
  {
    name: 'a worker may say by itself what is archived',
    foundBy: 'L18',
    sql: 'grant insert on books_archive to gateway_worker',
  },
  {
    name: 'the guard of what is archived sleeps',
    foundBy: 'L19',
    isOfGuards: true,
    sql: 'alter table books_archive disable trigger books_archive_append_only',
  },
  {
    name: "the application's role may change postings",
    foundBy: 'L18',
    sql: 'grant update on ledger_posting to gateway_app',
  },
  {
    name: "the application's role may write postings",
    foundBy: 'L18',
    sql: 'grant insert on ledger_posting to gateway_app',
  },
  {
    name: "the application's role may change the amounts of postings",
    foundBy: 'L18',
    sql: 'grant update (amount, balance_after) on ledger_posting to gateway_app',
  },
  ...['gateway_worker', 'gateway_feed', 'gateway_verifier'].map((role) => ({
    name: `${role} may change postings`,
    foundBy: 'L18',
    sql: `grant update on ledger_posting to ${role}`,
  })),
  {
    name: 'one user who serves may take journals out',
    foundBy: 'L18',
    sql: 'create role a_serving_user login; grant gateway_app to a_serving_user; grant delete on ledger_journal to a_serving_user',
  },
  {
    name: 'one user who serves is a superuser',
    foundBy: 'L18',
    sql: 'create role a_serving_user login superuser; grant gateway_app to a_serving_user',
  },
  {
    name: 'one user who serves may be the owner of the books',
    foundBy: 'L18',
    sql: `create role a_serving_user login; grant gateway_worker to a_serving_user;
          do $$ begin
            execute format('grant %I to a_serving_user',
              (select relowner::regrole::text from pg_class where oid = 'ledger_posting'::regclass));
          end $$`,
  },
  {
    name: 'everybody may take journals out',
    foundBy: 'L18',
    sql: 'grant delete on ledger_journal to public',
  },
  {
    name: "the application's role may change what operators did",
    foundBy: 'L18',
    sql: 'grant update on audit_entry to gateway_app',
  },
  {
    name: "the application's role may take out what happened to users",
    foundBy: 'L18',
    sql: 'grant delete on account_security_event to gateway_app',
  },
  {
    name: 'a guard of the books sleeps',
    foundBy: 'L19',
    isOfGuards: true,
    sql: 'alter table ledger_posting disable trigger ledger_posting_append_only',
  },
  {
    name: 'a guard of the books is gone',
    foundBy: 'L19',
    isOfGuards: true,
    sql: 'drop trigger ledger_posting_balance on ledger_posting',
  },
];
