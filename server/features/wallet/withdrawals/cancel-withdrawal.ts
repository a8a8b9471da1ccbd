import { Injectable } from '@nestjs/common';
import { IdempotentCommands } from '../../../platform/idempotency/idempotent-commands.js';
import { DecideWithdrawal } from './decide-withdrawal.js';
import { frozenLegs, NoteWithdrawal } from './note-withdrawal.js';
import { WithdrawalsStore } from './withdrawals.store.js';

export interface WithdrawalCancellation {
  withdrawalId: string;
  userId: string;
  key: string | null;
}

/** Cancels a user's own withdrawal before it is released; the money is available again at once. */
@Injectable()
export class CancelWithdrawal {
  constructor(
    private readonly decideWithdrawal: DecideWithdrawal,
    private readonly store: WithdrawalsStore,
    private readonly noteWithdrawal: NoteWithdrawal,
    private readonly commands: IdempotentCommands,
  ) {}

  /** @throws Refusal `wallet.not-found` also for another's; `wallet.decided`. */
  execute({ withdrawalId, userId, key }: WithdrawalCancellation): Promise<void> {
    const command = { userId, route: 'wallet/out_cancel', key, body: { withdrawalId } };
    return this.commands.run(command, async (tx) => {
      await this.decideWithdrawal.within(tx, withdrawalId, {
        states: ['review'],
        owner: userId,
        work: async (_tx, { status: from }, at) => {
          const withdrawal = await this.store.move(tx, withdrawalId, { status: 'cancelled', at });
          const journal = { reason: 'withdrawals.return', legs: frozenLegs(withdrawal, 'return') };
          await this.noteWithdrawal.execute(tx, { withdrawal, from, operatorId: null, at, journal });
        },
      });
    });
  }
}
