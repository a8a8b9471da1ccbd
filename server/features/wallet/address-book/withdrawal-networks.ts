import { Injectable } from '@nestjs/common';
import { Refusal } from '../../../platform/http/refusal.js';
import { type CoinNetwork, WalletCatalog } from '../balances/index.js';

/** On which networks coins can leave. */
@Injectable()
export class WithdrawalNetworks {
  constructor(private readonly catalog: WalletCatalog) {}

  /** The coin's networks on which it can leave. @throws Refusal `wallet.unknown-currency`. */
  offered(currencyId: number): CoinNetwork[] {
    const { id } = this.catalog.currency(currencyId);
    return this.catalog.networks(id).filter(({ withdrawalsOn }) => withdrawalsOn);
  }

  /**
   * The network that is named, else the coin's only one. The bank counts only when it is named.
   * @throws Refusal `withdrawals.network-required`, `wallet.unknown-currency`.
   */
  networkOf(currencyId: number, name: string | null): CoinNetwork {
    const offered = this.offered(currencyId);
    const onChain = offered.filter(({ chain }) => chain !== 'bank');
    const network =
      name === null
        ? onChain.length === 1 && onChain[0]
        : offered.find((candidate) => candidate.network === name.toUpperCase());
    if (!network) throw new Refusal('withdrawals.network-required');
    return network;
  }

  /** The network that a word names where it names one of the coin's; null for any other word. */
  nameOf(currencyId: number, word: string | undefined): string | null {
    return this.offered(currencyId).find(({ network }) => network === word?.toUpperCase())?.network ?? null;
  }

  /** @throws Refusal `withdrawals.network-required` when nothing leaves on it. */
  networkById(id: number): CoinNetwork {
    const network = this.catalog.network(id);
    if (!network?.withdrawalsOn) throw new Refusal('withdrawals.network-required');
    return network;
  }
}
