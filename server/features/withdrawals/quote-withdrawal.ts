import { Injectable } from '@nestjs/common';
import type { DecimalText } from '../../contract/money.js';
import { Refusal } from '../../platform/http/refusal.js';
import { requestedAmount } from '../ledger/index.js';
import { type CoinNetwork, isBelow, subtract, WalletCatalog, withdrawalFee } from '../wallet/index.js';

export interface WithdrawalQuote {
  network: CoinNetwork;
  /** What the account is charged. */
  amount: DecimalText;
  /** Taken out of the amount. */
  fee: DecimalText;
  /** What arrives. */
  arrives: DecimalText;
}

/** What a withdrawal costs and what arrives: the same figures before it is asked for and when it is. */
@Injectable()
export class QuoteWithdrawal {
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

  /** @throws Refusal `withdrawals.network-required` when nothing leaves on it. */
  networkById(id: number): CoinNetwork {
    const network = this.catalog.network(id);
    if (!network?.withdrawalsOn) throw new Refusal('withdrawals.network-required');
    return network;
  }

  /**
   * @param typed the amount as the user typed it.
   * @throws Refusal `withdrawals.below-minimum` also where nothing would arrive, and those of amounts.
   */
  execute(network: CoinNetwork, typed: string): WithdrawalQuote {
    const { scale, code } = this.catalog.currency(network.currencyId);
    const amount = requestedAmount(typed, scale, 'number');
    const fee = withdrawalFee(amount, {
      fixed: network.withdrawalFee,
      percent: network.withdrawalFeePercent,
      scale,
    });
    if (isBelow(amount, network.withdrawalMinimum) || !isBelow(fee, amount)) {
      throw new Refusal('withdrawals.below-minimum', { minimum: `${network.withdrawalMinimum} ${code}` });
    }
    return { network, amount, fee, arrives: subtract(amount, fee) };
  }
}
