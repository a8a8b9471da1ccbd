import { Injectable } from '@nestjs/common';
import { Decimal } from '../../../contract/decimal.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { TradingMode } from '../ledger/index.js';
import { ChangeCaps, isBelow } from '../balances/index.js';
import { DecideWithdrawal } from './decide-withdrawal.js';
import { NoteWithdrawal } from './note-withdrawal.js';
import { type WithdrawalRow, WithdrawalsStore } from './withdrawals.store.js';

export interface WithdrawalApproval {
  withdrawalId: string;
  operatorId: string;
  /** Whether the first approval, if there is one, counts no more. */
  isFirstVoid?: boolean;
  /** Whether it waits where it goes beyond what one of its two persons may release on one day. */
  mayWait?: boolean;
}

/**
 * An operator's release of a withdrawal. Above the network's limit two different operators are needed, and so they are above
 * it with what the operator released alone of the coin that day: many small withdrawals are one large one. Beyond what one
 * person may release on one day it takes two, and waits where anything waits; beyond what all may, nobody releases it.
 */
@Injectable()
export class ApproveWithdrawal {
  constructor(
    private readonly decideWithdrawal: DecideWithdrawal,
    private readonly store: WithdrawalsStore,
    private readonly mode: TradingMode,
    private readonly caps: ChangeCaps,
    private readonly noteWithdrawal: NoteWithdrawal,
  ) {}

  /**
   * @returns whether it is released; `second-person`: another operator has to approve it, too; `waits`: two have, and
   * nothing is done yet, for `PostponeWithdrawal` to say until when.
   * @throws Refusal `wallet.not-found`, `wallet.decided`, `wallet.second-person` for the same operator again,
   * `wallet.day-cap`, `ledger.cancel-only`.
   */
  async execute(approval: WithdrawalApproval, open?: Transaction): Promise<'released' | 'second-person' | 'waits'> {
    const { withdrawalId, operatorId, isFirstVoid = false, mayWait = false } = approval;
    let outcome: 'released' | 'second-person' | 'waits' = 'released';
    const work = async (tx: Transaction, withdrawal: WithdrawalRow, at: Date) => {
      await this.mode.assertOpen(tx, 'real');
      const first = isFirstVoid ? null : withdrawal.firstApprovedBy;
      const isBeyond = await this.isBeyondCap(tx, withdrawal, first === null ? [operatorId] : [first, operatorId]);
      outcome = 'released';
      if (isBeyond || (await this.needsSecond(tx, withdrawal, operatorId))) {
        if (first === operatorId) throw new Refusal('wallet.second-person');
        if (first === null) {
          outcome = 'second-person';
          await this.store.noteFirstApproval(tx, withdrawalId, operatorId);
          return this.noteWithdrawal.firstApproval(tx, { id: withdrawalId, operatorId, at });
        }
      }
      if (isBeyond && mayWait) {
        outcome = 'waits';
        return;
      }
      const moved = await this.store.release(tx, withdrawalId, { operatorId, isFirstVoid, at });
      await this.noteWithdrawal.execute(tx, { withdrawal: moved, from: 'review', operatorId, at });
    };
    await this.decideWithdrawal.release(withdrawalId, work, open);
    return outcome;
  }

  private async isBeyondCap(
    tx: Transaction,
    { currencyId, amount }: WithdrawalRow,
    people: string[],
  ): Promise<boolean> {
    return (await this.caps.reached(tx, { act: 'payout', currencyId, amount, people })) === 'person';
  }

  private async needsSecond(tx: Transaction, withdrawal: WithdrawalRow, operatorId: string): Promise<boolean> {
    const { coinNetworkId, currencyId, amount } = withdrawal;
    const limit = await this.store.aloneUpTo(tx, coinNetworkId);
    if (limit === null) return true;
    const released = await this.store.releasedAlone(tx, operatorId, currencyId);
    return isBelow(limit, new Decimal(released).plus(amount).toFixed());
  }
}
