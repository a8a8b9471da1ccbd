import { Injectable } from '@nestjs/common';
import { Clock } from '../../platform/clock/clock.js';
import { CodesStore } from './codes.store.js';
import { LimitsStore } from './limits.store.js';
import { WalletKeysStore } from './wallet-keys.store.js';

const DAY_MS = 86_400_000;
/** Longer than the longest window in which anything is counted. */
const COUNTERS_KEPT_MS = 31 * DAY_MS;
const CODES_KEPT_MS = 7 * DAY_MS;
const NONCES_KEPT_MS = DAY_MS;
const ROWS_AT_A_TIME = 10_000;

/** Forgets counters, codes and nonces that count for nothing any more. */
@Injectable()
export class PruneAccounts {
  constructor(
    private readonly limits: LimitsStore,
    private readonly codes: CodesStore,
    private readonly wallets: WalletKeysStore,
    private readonly clock: Clock,
  ) {}

  async execute(): Promise<void> {
    const now = this.clock.now();
    await this.limits.prune(new Date(now - COUNTERS_KEPT_MS), ROWS_AT_A_TIME);
    await this.codes.prune(new Date(now - CODES_KEPT_MS), ROWS_AT_A_TIME);
    await this.wallets.prune(new Date(now - NONCES_KEPT_MS), ROWS_AT_A_TIME);
  }
}
