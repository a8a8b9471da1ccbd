import { randomBytes } from 'node:crypto';
import type { DataSource } from 'typeorm';
import { Ledger } from '../../features/wallet/ledger/ledger.js';
import type { Journal, UserAccountKind } from '../../features/wallet/ledger/ledger-journal.js';
import { registeredHolds, registerHold } from '../../features/wallet/ledger/holds.js';
import { LedgerStore } from '../../features/wallet/ledger/ledger.store.js';
import { registerReason } from '../../features/wallet/ledger/reasons.js';
import { Transactions } from '../../platform/database/transactions.store.js';
import { giveMoney } from './given-money.js';

/** The reason of journals that tests make up. */
export const TEST_REASON = 'test.move';
registerReason(TEST_REASON, null);
// Tests of the ledger alone hold money by names of features that they do not load.
for (const prefix of ['withdrawal', 'spot-order', 'test']) {
  if (!registeredHolds().has(prefix)) registerHold(prefix, null);
}

export const USDT = 3;
export const BTC = 1;

const AT = Date.UTC(2026, 0, 5, 12, 0, 0);
let next = 1;

/** The books over a test's own connection. */
export function aLedger(source: DataSource): Ledger {
  return new Ledger(new LedgerStore(source), new Transactions(source));
}

/** A user who can own accounts. */
export async function aUserId(source: DataSource): Promise<string> {
  const code = randomBytes(5).toString('hex').toUpperCase();
  const rows: { id: string }[] = await source.query(
    `insert into account_user (username, username_key, extension_code, created_at) values ($1, $1, $2, $3) returning id`,
    [`user-${code.toLowerCase()}`, code, new Date(AT)],
  );
  return rows[0]?.id as string;
}

/** A journal that moves 1 USDT from a user's spot account to the option account. */
export function aJournal(owner: string, values: Partial<Journal> = {}): Journal {
  return {
    reason: TEST_REASON,
    reference: String(next++),
    at: AT,
    legs: [
      { owner, kind: 'spot', currencyId: USDT, amount: '-1' },
      { owner, kind: 'option', currencyId: USDT, amount: '1' },
    ],
    ...values,
  };
}

/** Posts by the function that every version has, as the owner of the books. */
export async function postAsOwner(
  source: DataSource,
  { reason, reference, at, demo = false, legs }: Journal,
): Promise<void> {
  await source.query('select ledger_post($1, $2, $3, $4, $5, $6, $7, $8, $9)', [
    reason,
    reference,
    new Date(at),
    demo,
    legs.map(({ owner }) => owner),
    legs.map(({ kind }) => kind),
    legs.map(({ currencyId }) => currencyId),
    legs.map(({ amount }) => amount),
    legs.map(({ hold }) => hold ?? null),
  ]);
}

/** Gives a user money: an adjustment of two operators, or a grant of demo money. */
export async function fund(
  source: DataSource,
  owner: string,
  amount: string,
  {
    kind = 'spot',
    currencyId = USDT,
    demo = false,
  }: { kind?: UserAccountKind; currencyId?: number; demo?: boolean } = {},
): Promise<void> {
  await source.transaction((tx) =>
    giveMoney((sql, values) => tx.query(sql, values), [owner], { kind, currencyId, amount, demo, at: new Date(AT) }),
  );
}
