import { Injectable, type OnModuleInit } from '@nestjs/common';
import { WalletKeysStore } from './wallet-keys.store.js';
import { PruneAccounts } from '../users/index.js';

const TEXT_RETENTION_DAYS = 1;

/** Texts that were handed out for a wallet to sign are forgotten after a day. */
@Injectable()
export class ForgetWalletTexts implements OnModuleInit {
  constructor(
    private readonly pruneAccounts: PruneAccounts,
    private readonly wallets: WalletKeysStore,
  ) {}

  onModuleInit(): void {
    this.pruneAccounts.register(TEXT_RETENTION_DAYS, (before, most) => this.wallets.prune(before, most));
  }
}
