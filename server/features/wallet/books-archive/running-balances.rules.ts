import { ArchiveFault, require } from './archive-fault.rules.js';
import type { ArchivedJournal, ArchivedPosting } from './archive-lines.rules.js';

/** Decimals of every amount in the ledger's tables. */
const SCALE = 18;

/** An amount in units of 10^-18, exactly. */
export function unitsOf(amount: string): bigint {
  const isNegative = amount.startsWith('-');
  const [whole = '', decimals = ''] = (isNegative ? amount.slice(1) : amount).split('.');
  const units = BigInt(whole + decimals.padEnd(SCALE, '0'));
  return isNegative ? -units : units;
}

export interface RunningAccount {
  /** Number of the last posting. */
  sequence: bigint;
  /** After it, in units. */
  balance: bigint;
}

/** Postings of an account whose one before them has not come yet. */
type Waiting = Map<bigint, { posting: ArchivedPosting; journal: string }>;

/** More than the transactions of any moment can be: then a posting is missing. */
const WAITING_MOST = 1_000_000;

/**
 * The balance of each account, posting by posting. A journal has its number before its accounts are locked, so the postings of
 * an account may lie in another order than their journals: those that come early wait for the one before them.
 */
export class RunningBalances {
  readonly accounts = new Map<string, RunningAccount>();
  private readonly early = new Map<string, Waiting>();
  /** Postings that wait. */
  waiting = 0;

  /** @throws ArchiveFault where the legs of a currency do not sum to zero, or a balance is not the one before it and the amount. */
  take({ journal, postings }: ArchivedJournal): void {
    const sums = new Map<number, bigint>();
    for (const { currency, amount } of postings) sums.set(currency, (sums.get(currency) ?? 0n) + unitsOf(amount));
    for (const [currency, sum] of sums) {
      require(sum === 0n, () => `journal ${journal} does not balance in currency ${currency}`);
    }
    for (const posting of postings) this.post(posting, journal);
  }

  /** The first posting of each account that waits for one before it: that one is in a journal which is not archived yet, or missing. */
  *gaps(): Generator<{ account: string; missing: string; journal: string }> {
    for (const [account, waiting] of this.early) {
      const [first] = [...waiting.values()];
      const missing = String((this.accounts.get(account)?.sequence ?? 0n) + 1n);
      if (first) yield { account, missing, journal: first.journal };
    }
  }

  private post(posting: ArchivedPosting, journal: string): void {
    const { account } = posting;
    const known = this.accounts.get(account) ?? { sequence: 0n, balance: 0n };
    const number = BigInt(posting.sequence);
    require(number > known.sequence, () => `journal ${journal} posts number ${number} of account ${account} again`);
    if (number > known.sequence + 1n) return this.wait(posting, number, journal);
    this.apply(known, posting, journal);
    this.accounts.set(account, known);
    this.followUp(known, account);
  }

  private apply(known: RunningAccount, { account, sequence, amount, balanceAfter }: ArchivedPosting, journal: string) {
    const balance = known.balance + unitsOf(amount);
    require(balance === unitsOf(balanceAfter), () =>
      `journal ${journal} says ${balanceAfter} after posting ${sequence} of account ${account}, which is not the balance before and ${amount}`);
    known.balance = balance;
    known.sequence += 1n;
  }

  private wait(posting: ArchivedPosting, number: bigint, journal: string): void {
    const { account } = posting;
    const waiting: Waiting = this.early.get(account) ?? new Map();
    require(!waiting.has(number), () => `journal ${journal} posts number ${number} of account ${account} again`);
    this.early.set(account, waiting.set(number, { posting, journal }));
    this.waiting += 1;
    if (this.waiting > WAITING_MOST)
      throw new ArchiveFault(`postings before number ${number} of account ${account} are missing`);
  }

  private followUp(known: RunningAccount, account: string): void {
    const waiting = this.early.get(account);
    if (!waiting) return;
    for (let early = waiting.get(known.sequence + 1n); early; early = waiting.get(known.sequence + 1n)) {
      waiting.delete(known.sequence + 1n);
      this.waiting -= 1;
      this.apply(known, early.posting, early.journal);
    }
    if (waiting.size === 0) this.early.delete(account);
  }
}

/** The reverse of {@link unitsOf}. */
export function amountOf(units: bigint): string {
  const text = String(units < 0n ? -units : units).padStart(SCALE + 1, '0');
  return `${units < 0n ? '-' : ''}${text.slice(0, -SCALE)}.${text.slice(-SCALE)}`;
}
