import { Injectable, Logger } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import { Transactions } from '../../../platform/database/transactions.store.js';
import { Outbox } from '../../../platform/outbox/outbox.js';
import { WalletCatalog } from '../balances/index.js';
import { type ChainVerdict, ChainWatchers, judge } from '../chain-watch/index.js';
import { depositEvent } from './deposits-views.js';
import { type DepositRow, DepositsStore } from './deposits.store.js';

const LOOKS_MAX = 50;
const LOOK_AGAIN_MS = 20_000;

/** Looks submitted hashes up and keeps what the chain says, for the operator who decides and the user who waits. */
@Injectable()
export class LookAtChains {
  private readonly logger = new Logger(LookAtChains.name);

  constructor(
    private readonly watchers: ChainWatchers,
    private readonly store: DepositsStore,
    private readonly catalog: WalletCatalog,
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
  ) {}

  /** One round over the deposits under review, the oldest look first. A node that fails costs its round, no more. */
  async execute(): Promise<void> {
    const { chains } = this.watchers;
    if (chains.length === 0) return;
    const before = new Date(this.clock.now() - LOOK_AGAIN_MS);
    for (const deposit of await this.store.toLookAt(chains, before, LOOKS_MAX)) {
      try {
        await this.look(deposit);
      } catch (error) {
        this.logger.warn(`Deposit ${deposit.id}: ${error instanceof Error ? error.message : 'unknown'}`);
      }
    }
  }

  private async look(deposit: DepositRow): Promise<void> {
    const network = this.catalog.network(deposit.coinNetworkId ?? 0);
    const watcher = network && this.watchers.of(network.chain);
    if (!network || !watcher || deposit.txHash === null) return;
    const found = await watcher.find(network, deposit.txHash);
    const verdict = judge({ ...network, amount: deposit.amount, recipient: deposit.recipient }, found);
    await this.saveVerdict(deposit.id, verdict, Math.max(0, found?.confirmations ?? 0));
  }

  private saveVerdict(id: string, verdict: ChainVerdict, confirmations: number): Promise<void> {
    return this.transactions.run(async (tx) => {
      const deposit = await this.store.lockOpen(tx, id);
      if (!deposit) return;
      const isNews = deposit.chainVerdict !== verdict || deposit.confirmations !== confirmations;
      const look = { verdict, confirmations, isNews, at: new Date(this.clock.now()) };
      const seen = await this.store.look(tx, id, look);
      if (isNews) await this.outbox.appendAll(tx, [depositEvent(seen)]);
    });
  }
}
