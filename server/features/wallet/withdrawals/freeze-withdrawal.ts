import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../../platform/database/transaction.js';
import { TradingMode } from '../ledger/index.js';
import { FindDestination } from './find-destination.js';
import { MayWithdraw } from './may-withdraw.js';
import { frozenLegs, NoteWithdrawal } from './note-withdrawal.js';
import type { AddressRow } from '../address-book/index.js';
import type { Proven } from '../../account/security/index.js';
import type { WithdrawalQuote } from './quote-withdrawal.js';
import { WithdrawalsStore } from './withdrawals.store.js';

export interface CheckedWithdrawal {
  userId: string;
  /** Null: to the bank card. */
  address: AddressRow | null;
  /** The address, or the number of the card, that was proven. */
  target: string;
  quote: WithdrawalQuote;
  remark: string;
  /** Who proved to want it. */
  proven: Proven;
}

/** The part of a withdrawal's request that happens in its transaction. Lock order: user, address, books. */
@Injectable()
export class FreezeWithdrawal {
  constructor(
    private readonly mode: TradingMode,
    private readonly mayWithdraw: MayWithdraw,
    private readonly findDestination: FindDestination,
    private readonly store: WithdrawalsStore,
    private readonly noteWithdrawal: NoteWithdrawal,
  ) {}

  async execute(tx: Transaction, { userId, address, target, quote, remark, proven }: CheckedWithdrawal): Promise<void> {
    const { network, amount, fee } = quote;
    await this.noteWithdrawal.lockUser(tx, userId);
    await this.mode.assertOpen(tx, 'real');
    await this.mayWithdraw.assertLocked(tx, userId);
    await this.mayWithdraw.assertWithin({ userId, network, amount }, tx);
    await proven.spend(tx);
    const destination = await this.findDestination.lock(tx, userId, { address, target, network });
    const at = this.noteWithdrawal.now();
    const withdrawal = await this.store.insert(tx, {
      userId,
      currencyId: network.currencyId,
      coinNetworkId: network.id,
      chain: network.chain,
      addressId: address?.id ?? null,
      destination,
      amount,
      fee,
      remark,
      verifiedLevel: 1,
      at,
    });
    const journal = { reason: 'withdrawals.freeze', legs: frozenLegs(withdrawal, 'freeze') };
    await this.noteWithdrawal.execute(tx, { withdrawal, from: null, operatorId: null, at, journal });
  }
}
