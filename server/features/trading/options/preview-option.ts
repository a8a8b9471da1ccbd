import { Injectable } from '@nestjs/common';
import type { OptionQuoteView } from '../../../contract/trading/options.dto.js';
import { breakEvenRate, windowOpensAt } from '../../../contract/rules/option-settlement.rules.js';
import { Ledger } from '../../wallet/ledger/index.js';
import { DraftOption, type OptionWish } from './draft-option.js';
import { minus, plus } from './option-offer.rules.js';
import { OptionQuotes, QUOTE_VALID_MS } from './option-quotes.js';

/** What an order would be at this moment, as a promise for three seconds. */
@Injectable()
export class PreviewOption {
  constructor(
    private readonly draftOption: DraftOption,
    private readonly quotes: OptionQuotes,
    private readonly ledger: Ledger,
  ) {}

  /** @throws Refusal as {@link DraftOption.execute}. A balance that is too small shows below zero afterwards. */
  async execute(wish: OptionWish): Promise<OptionQuoteView> {
    const { userId } = wish;
    const balances = await this.ledger.balancesOf(userId, wish.demo);
    const movement = await this.draftOption.movement(wish, null);
    const { purchase, currency } = this.draftOption.execute(wish, { quoteId: null, entryFrom: null, movement });
    const { contract, stake, fee, payoutRatio, feeRatio, marketId, demo, seconds, entryAt, entryIndex } = purchase;
    const { direction, entry, evenBand, closesAt, rule } = contract;
    const balance =
      balances.find(({ kind, currencyId }) => kind === 'option' && currencyId === currency.id)?.balance ?? '0';
    const cost = plus(stake, fee);
    const at = purchase.openedAt;
    const terms = { marketId, demo, direction, seconds, payoutRatio, feeRatio, evenBand };
    return {
      quoteId: this.quotes.sign({ userId, ...terms, entryAt, entryIndex, quotedAt: at }),
      expiresAt: at + QUOTE_VALID_MS,
      market: purchase.symbol,
      marketId,
      direction,
      seconds,
      demo,
      currencyId: currency.id,
      stake,
      fee,
      cost,
      payoutRatio,
      winnings: purchase.winnings,
      breakEvenRate: breakEvenRate(payoutRatio, feeRatio),
      entryAt,
      entryPrice: entry,
      evenFrom: direction === 'even' ? minus(entry, evenBand) : null,
      evenTo: direction === 'even' ? plus(entry, evenBand) : null,
      windowFrom: windowOpensAt(contract),
      closesAt,
      windowSeconds: rule.windowSeconds,
      priceDecimals: rule.decimals,
      balance,
      balanceAfter: minus(balance, cost),
      at,
    };
  }
}
