import { Injectable } from '@nestjs/common';
import type { DecimalText } from '../../../contract/money.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { isBelow } from '../balances/index.js';
import { TradingMode } from '../ledger/index.js';
import { FindDestination } from './find-destination.js';
import { MayWithdraw } from './may-withdraw.js';
import { frozenLegs, NoteWithdrawal } from './note-withdrawal.js';
import type { AddressRow } from '../address-book/index.js';
import type { Proven } from '../../account/security/index.js';
import type { WithdrawalQuote } from './quote-withdrawal.js';
import { type WithdrawalRow, WithdrawalsStore } from './withdrawals.store.js';

export interface CheckedWithdrawal {
  userId: string;
  /** Null: to the bank card. */
  address: AddressRow | null;
  /** The address, or the number of the card, that was proven. */
  target: string;
  quote: WithdrawalQuote;
  /** The highest fee that may be taken; null: whatever it is. */
  worstFee: DecimalText | null;
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

  /** @throws Refusal `withdrawals.fee-raised`, those of {@link MayWithdraw}, {@link FindDestination}; `ledger.insufficient-balance`. */
  async execute(
    tx: Transaction,
    { userId, address, target, quote, worstFee, remark, proven }: CheckedWithdrawal,
  ): Promise<WithdrawalRow> {
    const { network, amount, fee } = quote;
    await this.noteWithdrawal.lockUser(tx, userId);
    await this.mode.assertOpen(tx, 'real');
    await this.mayWithdraw.assertLocked(tx, userId);
    await this.mayWithdraw.assertWithin({ userId, network, amount }, tx);
    this.assertFee(quote, worstFee);
    await proven.useUp(tx);
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
    return withdrawal;
  }

  /** Nobody is charged a higher fee than the one they were shown: what is judged here is what the row is written with. */
  private assertFee({ network, fee }: WithdrawalQuote, worstFee: DecimalText | null): void {
    if (worstFee === null || !isBelow(worstFee, fee)) return;
    const code = this.findDestination.coin(network.currencyId);
    throw new Refusal('withdrawals.fee-raised', { fee: `${fee} ${code}` });
  }
}
