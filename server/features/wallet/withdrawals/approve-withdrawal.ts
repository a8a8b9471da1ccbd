import { Injectable } from '@nestjs/common';
import { Decimal } from '../../../contract/decimal.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { TradingMode } from '../ledger/index.js';
import { isBelow, WalletActs, WalletCatalog } from '../balances/index.js';
import { DecideWithdrawal } from './decide-withdrawal.js';
import { NoteWithdrawal } from './note-withdrawal.js';
import { type WithdrawalRow, WithdrawalsStore } from './withdrawals.store.js';

export interface WithdrawalApproval {
  withdrawalId: string;
  operatorId: string;
  /** Whether the first approval, if there is one, counts no more. */
  isFirstVoid?: boolean;
}

/**
 * An operator's release of a withdrawal. Above the network's limit two different operators are needed, and so they are above
 * it with what the operator released alone of the coin that day: many small withdrawals are one large one.
 */
@Injectable()
export class ApproveWithdrawal {
  constructor(
    private readonly decideWithdrawal: DecideWithdrawal,
    private readonly store: WithdrawalsStore,
    private readonly catalog: WalletCatalog,
    private readonly mode: TradingMode,
    private readonly acts: WalletActs,
    private readonly noteWithdrawal: NoteWithdrawal,
  ) {}

  /**
   * @returns whether it is released; `second-person`: another operator has to approve it, too.
   * @throws Refusal `wallet.not-found`, `wallet.decided`, `wallet.second-person` for the same operator again,
   * `ledger.cancel-only`.
   */
  async execute(
    { withdrawalId, operatorId, isFirstVoid = false }: WithdrawalApproval,
    open?: Transaction,
  ): Promise<'released' | 'second-person'> {
    let outcome: 'released' | 'second-person' = 'released';
    const work = async (tx: Transaction, withdrawal: WithdrawalRow, at: Date) => {
      await this.mode.assertOpen(tx, 'real');
      outcome = 'released';
      if (await this.needsSecond(tx, withdrawal, operatorId)) {
        const firstApprovedBy = isFirstVoid ? null : withdrawal.firstApprovedBy;
        if (firstApprovedBy === operatorId) throw new Refusal('wallet.second-person');
        if (firstApprovedBy === null) {
          outcome = 'second-person';
          await this.store.noteFirstApproval(tx, withdrawalId, operatorId);
          const act = { subject: 'withdrawal' as const, subjectId: withdrawalId, from: 'review', to: 'review' };
          return this.acts.record(tx, { ...act, operatorId, reason: 'first approval', at });
        }
      }
      const moved = await this.store.move(tx, withdrawalId, { status: 'approved', at });
      await this.noteWithdrawal.execute(tx, { withdrawal: moved, from: 'review', operatorId, at });
    };
    await this.decideWithdrawal.run(withdrawalId, ['review'], work, open);
    return outcome;
  }

  private async needsSecond(tx: Transaction, withdrawal: WithdrawalRow, operatorId: string): Promise<boolean> {
    const { coinNetworkId, currencyId, amount } = withdrawal;
    const limit = this.catalog.network(coinNetworkId)?.secondPersonAbove ?? null;
    if (limit === null) return false;
    const released = await this.store.releasedAlone(tx, operatorId, currencyId);
    return isBelow(limit, new Decimal(released).plus(amount).toFixed());
  }
}
