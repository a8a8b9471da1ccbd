import { Injectable } from '@nestjs/common';
import { type PageAsked, type Paginator, paginator, wireTime } from '../../../contract/pages.dto.js';
import type {
  OwnedAddressesView,
  WithdrawalCurrencyView,
  WithdrawalDetailView,
  WithdrawalView,
} from '../../../contract/wallet/wallet-withdrawals.dto.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { type CoinNetwork, isBelow, WalletCatalog } from '../balances/index.js';
import { ListWallets } from '../../account/wallet-login/index.js';
import { withdrawalNetworkView, withdrawalView } from './withdrawals-views.js';
import { WithdrawalHistoryStore } from './withdrawal-history.store.js';
import { WithdrawalsStore } from './withdrawals.store.js';

const PATH = '/api/charge_mention/log3';

/** A user's withdrawals: the record, the coins, the addresses with a proof of ownership. */
@Injectable()
export class ListWithdrawals {
  constructor(
    private readonly store: WithdrawalsStore,
    private readonly history: WithdrawalHistoryStore,
    private readonly listWallets: ListWallets,
    private readonly catalog: WalletCatalog,
  ) {}

  /** Newest first. */
  async record(userId: string, asked: PageAsked): Promise<Paginator<WithdrawalView>> {
    const { page, limit } = asked;
    const [rows, total] = await Promise.all([
      this.history.page(userId, limit, (page - 1) * limit),
      this.history.count(userId),
    ]);
    const views = rows.map((row) => withdrawalView(row, this.catalog));
    return paginator(views, total, { ...asked, path: PATH });
  }

  /** One withdrawal with its steps. @throws Refusal `wallet.not-found`, also for another's. */
  async detail(userId: string, id: string): Promise<WithdrawalDetailView> {
    const row = await this.store.own(userId, id);
    if (!row) throw new Refusal('wallet.not-found');
    const steps = await this.store.steps(id);
    return {
      ...withdrawalView(row, this.catalog),
      steps: steps.map(({ state, at }) => ({ state, at: wireTime(at) })),
    };
  }

  /** The coins that can leave. */
  coins(): WithdrawalCurrencyView[] {
    return this.catalog.currencies().flatMap(({ id, code, logo }) => {
      const networks = this.catalog.networks(id).filter(({ withdrawalsOn }) => withdrawalsOn);
      if (networks.length === 0) return [];
      const views = networks.map(withdrawalNetworkView);
      return { id, name: code, logo, min_number: smallest(networks), networks: views };
    });
  }

  /** Read-only: addresses with which the user has signed in. */
  async owned(userId: string): Promise<OwnedAddressesView> {
    const rows = await this.listWallets.execute(userId);
    const of = (chain: 'ERC' | 'TRC') => rows.filter((row) => row.chain === chain).map(({ address }) => address);
    return { ERC: of('ERC'), TRC: of('TRC'), purpose: 'ownership' };
  }
}

export function smallest(networks: CoinNetwork[]): string {
  const minimums = networks.map(({ withdrawalMinimum }) => withdrawalMinimum);
  return minimums.reduce((least, minimum) => (isBelow(minimum, least) ? minimum : least));
}
