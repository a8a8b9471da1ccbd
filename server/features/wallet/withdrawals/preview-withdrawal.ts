import { Injectable } from '@nestjs/common';
import type { Language } from '../../../contract/errors.js';
import { arrivalHours } from './arrival.rules.js';
import type { WithdrawalFactsView, WithdrawalPreviewView } from '../../../contract/wallet/wallet-withdrawals.dto.js';
import { wireTime } from '../../../contract/pages.dto.js';
import { wireAmount } from '../../../contract/wire-decimals.js';
import { Config } from '../../../platform/config/config.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { isBelow, ListWallets, subtract } from '../balances/index.js';
import { lastEnd, MayWithdraw } from './may-withdraw.js';
import { QuoteWithdrawal } from './quote-withdrawal.js';
import { smallest } from './list-withdrawals.js';
import { WithdrawalNetworks } from '../address-book/index.js';
import { withdrawalNetworkView } from './withdrawals-views.js';

interface Asked {
  currencyId: number;
  network: string | null;
  amount: string;
  language: Language;
}

/** The preview of a withdrawal; nothing is changed. */
@Injectable()
export class PreviewWithdrawal {
  constructor(
    private readonly quoteWithdrawal: QuoteWithdrawal,
    private readonly networks: WithdrawalNetworks,
    private readonly listWallets: ListWallets,
    private readonly mayWithdraw: MayWithdraw,
    private readonly config: Config,
  ) {}

  /** The coin's minimums and fees, and what the user has. @throws Refusal `wallet.unknown-currency`. */
  async facts(userId: string, currencyId: number, language: Language): Promise<WithdrawalFactsView> {
    const networks = this.networks.offered(currencyId);
    const [first] = networks;
    if (!first) throw new Refusal('withdrawals.network-required');
    const [wallet, left, holds] = await Promise.all([
      this.listWallets.one(userId, currencyId),
      this.mayWithdraw.leftToday(userId),
      this.mayWithdraw.holdsOf(userId),
    ]);
    const held = lastEnd(holds);
    const balance = wireAmount(wallet.balances.spot.available);
    return {
      rate: first.withdrawalFeePercent,
      fee: first.withdrawalFee,
      min_number: smallest(networks),
      name: wallet.currency.code,
      legal_balance: balance,
      change_balance: balance,
      networks: networks.map(withdrawalNetworkView),
      left_today: left,
      arrival_hours: arrivalHours(this.config.values.WITHDRAWAL_ARRIVAL_HOURS, language),
      held_until: held ? wireTime(held) : '',
      holds: holds.map(({ reason, until }) => ({ reason, until: wireTime(until) })),
      scale: wallet.currency.scale,
    };
  }

  /** @throws Refusal those of {@link QuoteWithdrawal}; the maximums of {@link MayWithdraw}; `ledger.insufficient-balance`. */
  async execute(userId: string, { currencyId, network, amount, language }: Asked): Promise<WithdrawalPreviewView> {
    const quote = this.quoteWithdrawal.execute(this.networks.networkOf(currencyId, network), amount);
    await this.mayWithdraw.assertWithin({ userId, ...quote });
    const wallet = await this.listWallets.one(userId, currencyId);
    const { available } = wallet.balances.spot;
    if (isBelow(available, quote.amount)) throw new Refusal('ledger.insufficient-balance');
    return {
      network: quote.network.network,
      number: wireAmount(quote.amount),
      fee: wireAmount(quote.fee),
      real_number: wireAmount(quote.arrives),
      balance_after: wireAmount(subtract(available, quote.amount)),
      arrival_hours: arrivalHours(this.config.values.WITHDRAWAL_ARRIVAL_HOURS, language),
    };
  }
}
