import { Injectable } from '@nestjs/common';
import type { DecimalText } from '../../../contract/money.js';
import type { WalletAccount } from '../../../contract/wallet/wallet.dto.js';
import type { Transaction } from '../../../platform/database/transaction.js';

/** Says how much of a user's real money in one account must stay there, because it backs something that is open. */
export type ReserveReader = (userId: string, currencyId: number, tx: Transaction) => Promise<DecimalText>;

/**
 * Money that is not frozen and yet may not leave its account: the features that rely on it register here, and whoever
 * moves money out of an account asks.
 */
@Injectable()
export class ReservedMoney {
  private readonly readers = new Map<WalletAccount, ReserveReader>();

  register(account: WalletAccount, reader: ReserveReader): void {
    if (this.readers.has(account)) throw new Error(`Two features reserve money of the account ${account}.`);
    this.readers.set(account, reader);
  }

  /** Whether anything can be reserved in the account at all. */
  covers(account: WalletAccount): boolean {
    return this.readers.has(account);
  }

  /**
   * '0' where nothing is reserved. Right only while the account is locked in the transaction: a gain that was just
   * taken would else be in the balance, and the loss that it stood for not yet in what must stay.
   * @throws Refusal of the reader, when it cannot be known now.
   */
  async of(account: WalletAccount, userId: string, currencyId: number, tx: Transaction): Promise<DecimalText> {
    return (await this.readers.get(account)?.(userId, currencyId, tx)) ?? '0';
  }
}
