import { Injectable } from '@nestjs/common';
import type { DecimalText } from '../../../contract/money.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { requestedAmount } from '../ledger/index.js';
import { type CoinNetwork, isBelow, WalletCatalog } from '../balances/index.js';
import { arrivalDecimals, split } from './quote.rules.js';

export interface WithdrawalQuote {
  network: CoinNetwork;
  /** What the account is charged. */
  amount: DecimalText;
  /** Taken out of the amount, with what is too fine for the chain. */
  fee: DecimalText;
  /** What arrives: no finer than the chain carries. */
  arrives: DecimalText;
}

/** What a withdrawal costs and what arrives: the same figures before it is asked for and when it is. */
@Injectable()
export class QuoteWithdrawal {
  constructor(private readonly catalog: WalletCatalog) {}

  /**
   * @param typed the amount as the user typed it.
   * @throws Refusal `withdrawals.below-minimum` also where nothing would arrive, and those of amounts.
   */
  execute(network: CoinNetwork, typed: string): WithdrawalQuote {
    const { scale, code } = this.catalog.currency(network.currencyId);
    const amount = requestedAmount(typed, scale, 'number');
    const { fee, arrives } = split(amount, {
      fixed: network.withdrawalFee,
      percent: network.withdrawalFeePercent,
      scale,
      decimals: arrivalDecimals(network, scale),
    });
    if (isBelow(amount, network.withdrawalMinimum) || !isBelow(fee, amount)) {
      throw new Refusal('withdrawals.below-minimum', { minimum: `${network.withdrawalMinimum} ${code}` });
    }
    return { network, amount, fee, arrives };
  }
}
