import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../../platform/database/transaction.js';
import { Transactions } from '../../../platform/database/transactions.store.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { UseUploads } from '../../account/uploads/index.js';
import { DEPENDENCY_LIMITS } from '../../../platform/config/dependency-limits.js';
import type { ChainVerdict } from '../chain-watch/index.js';
import { type DepositRow, DepositsStore } from './deposits.store.js';
import { NoteDeposit } from './note-deposit.js';

/** What a chain has against crediting a deposit: its verdict, or that it said nothing, or nothing lately. */
export type ChainObjection = Exclude<ChainVerdict, 'confirmed'> | 'not-asked';

type Decision = (tx: Transaction, deposit: DepositRow, at: Date) => Promise<void>;

/** The lock order of every decision about a deposit: the caps of its coin, its user, then the deposit, then the books. */
@Injectable()
export class DecideDeposit {
  constructor(
    private readonly store: DepositsStore,
    private readonly transactions: Transactions,
    private readonly noteDeposit: NoteDeposit,
    private readonly useUploads: UseUploads,
  ) {}

  /**
   * Null where the chain confirms it, and of a bank, which has none. A chain without a node confirms nothing, nor does one that could not be asked
   * because the hash or the network was left out. What a chain said some minutes ago it may not say now (decision 185).
   */
  objectionTo({ kind, chainVerdict, lookedAt }: DepositRow): ChainObjection | null {
    if (kind === 'bank') return null;
    if (chainVerdict !== null && chainVerdict !== 'confirmed') return chainVerdict;
    const since = this.noteDeposit.now().getTime() - DEPENDENCY_LIMITS.chainNodes.verdictMs;
    return chainVerdict === 'confirmed' && lookedAt !== null && lookedAt.getTime() >= since ? null : 'not-asked';
  }

  /**
   * Runs the work on a deposit under review, in a transaction of its own or in the one that is open. Of two operators
   * one goes on.
   * @throws Refusal `wallet.not-found`, `wallet.decided`.
   */
  run(depositId: string, work: Decision, open?: Transaction): Promise<void> {
    if (open) return this.within(open, depositId, work);
    return this.transactions.run((tx) => this.within(tx, depositId, work));
  }

  /** {@link run} for what may have to count against the caps of changes by hand. */
  credit(depositId: string, work: Decision, open?: Transaction): Promise<void> {
    if (!open) return this.transactions.run((tx) => this.credit(depositId, work, tx));
    return this.store.lockCaps(open, depositId).then(() => this.within(open, depositId, work));
  }

  private async within(tx: Transaction, depositId: string, work: Decision): Promise<void> {
    const known = await this.store.find(tx, depositId);
    if (!known) throw new Refusal('wallet.not-found');
    await this.noteDeposit.lockUser(tx, known.userId);
    const deposit = await this.store.lockOpen(tx, depositId);
    if (!deposit) throw new Refusal('wallet.decided');
    if (deposit.proof !== null) await this.useUploads.close(tx, [deposit.proof]);
    await work(tx, deposit, this.noteDeposit.now());
  }
}
