import { Injectable } from '@nestjs/common';
import type { DecimalText } from '../../contract/money.js';
import type { WalletAccount } from '../../contract/wallet.dto.js';

/** Says how much of a user's real money in one account must stay there, because it backs something that is open. */
export type ReserveReader = (userId: string, currencyId: number) => Promise<DecimalText>;

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

  /** '0' where nothing is reserved. @throws Refusal of the reader, when it cannot be known now. */
  async of(account: WalletAccount, userId: string, currencyId: number): Promise<DecimalText> {
    return (await this.readers.get(account)?.(userId, currencyId)) ?? '0';
  }
}
