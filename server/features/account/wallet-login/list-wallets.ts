import { Injectable } from '@nestjs/common';
import { type WalletKeyRow, WalletKeysStore } from './wallet-keys.store.js';

/** The wallets that a user has proven to own by logging in with them. */
@Injectable()
export class ListWallets {
  constructor(private readonly store: WalletKeysStore) {}

  execute(userId: string): Promise<WalletKeyRow[]> {
    return this.store.list(userId);
  }
}
