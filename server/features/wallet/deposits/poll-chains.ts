import { Injectable, Logger } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import { Transactions } from '../../../platform/database/transactions.store.js';
import { Outbox } from '../../../platform/outbox/outbox.js';
import { WalletCatalog } from '../balances/index.js';
import { type ChainVerdict, ChainWatchers, judge } from '../chain-watch/index.js';
import { depositEvent } from './deposits-views.js';
import { type DepositRow, DepositsStore } from './deposits.store.js';

/** Claims of one round: those that the chain has borne out first, with a share left to the others. */
const LOOKS_MAX = 50;
const BORNE_OUT_MAX = 40;
const LOOK_AGAIN_MS = 20_000;

/** Looks submitted hashes up and keeps what the chain says, for the operator who decides and the user who waits. */
@Injectable()
export class PollChains {
  private readonly logger = new Logger(PollChains.name);

  constructor(
    private readonly watchers: ChainWatchers,
    private readonly store: DepositsStore,
    private readonly catalog: WalletCatalog,
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
  ) {}

  /**
   * One round over the deposits under review, the oldest look first. What the chain has borne out comes before invented hashes, of which anybody can
   * claim many: its verdict stays fresh. A node that fails costs its round, no more.
   */
  async execute(): Promise<void> {
    const { chains } = this.watchers;
    if (chains.length === 0) return;
    const before = new Date(this.clock.now() - LOOK_AGAIN_MS);
    const borneOut = await this.store.toLookAt({ chains, before, isBorneOut: true, limit: BORNE_OUT_MAX });
    await this.lookAll(borneOut);
    const limit = LOOKS_MAX - borneOut.length;
    await this.lookAll(await this.store.toLookAt({ chains, before, isBorneOut: false, limit }));
  }

  /** The one, now, whatever else waits: somebody is about to decide it. Does nothing where it is decided or no chain can be asked. */
  async pollOne(depositId: string): Promise<void> {
    await this.lookAll(await this.store.oneToLookAt(depositId, this.watchers.chains));
  }

  private async lookAll(deposits: readonly DepositRow[]): Promise<void> {
    for (const deposit of deposits) {
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
    const { scale } = this.catalog.currency(network.currencyId);
    const verdict = judge({ ...network, scale, amount: deposit.amount, recipient: deposit.recipient }, found);
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
