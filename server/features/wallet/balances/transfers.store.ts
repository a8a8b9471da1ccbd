import { Injectable } from '@nestjs/common';
import type { DecimalText } from '../../../contract/money.js';
import type { WalletAccount } from '../../../contract/wallet/wallet.dto.js';
import { callFunction } from '../../../platform/database/call-function.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import { Refusal } from '../../../platform/http/refusal.js';
import type { Claim } from '../../../platform/idempotency/command-key.js';

export interface NewTransfer {
  from: WalletAccount;
  to: WalletAccount;
  currencyId: number;
  amount: DecimalText;
}

/** The transfers' SQL. */
@Injectable()
export class TransfersStore {
  /** The whole transfer in one round trip. */
  async transfer(tx: Transaction, claim: Claim, transfer: NewTransfer): Promise<void> {
    const { from, to, currencyId, amount } = transfer;
    await callFunction(tx, 'wallet_transfer', { ...claim.given, from, to, currency: currencyId, amount });
  }

  /**
   * The same, of an account on which something must stay: how much, and whether it does, is looked at after the posting,
   * while the account is locked, so that neither two transfers nor a transfer and the taking of a gain can both rely on
   * the same money. @throws Refusal `wallet.transfer-insufficient`.
   */
  transferAboveReserve(
    tx: Transaction,
    claim: Claim,
    transfer: NewTransfer & { reserved: (tx: Transaction) => Promise<DecimalText> },
  ): Promise<void> {
    return tx.transaction(async (inner) => {
      await this.transfer(inner, claim, transfer);
      const place = { userId: claim.userId, account: transfer.from, currencyId: transfer.currencyId };
      if (await this.isBelow(inner, place, await transfer.reserved(inner))) {
        throw new Refusal('wallet.transfer-insufficient');
      }
    });
  }

  /** Whether a user's real account has less than this. Call while the account is locked. */
  async isBelow(
    tx: Transaction,
    { userId, account, currencyId }: { userId: string; account: WalletAccount; currencyId: number },
    reserved: DecimalText,
  ): Promise<boolean> {
    const rows: unknown[] = await tx.query(
      `select from ledger_account
        where owner_key = $1 and kind = $2 and currency_id = $3 and not demo and shard = 0 and balance < $4 and $4::numeric > 0`,
      [userId, account, currencyId, reserved],
    );
    return rows.length > 0;
  }
}
