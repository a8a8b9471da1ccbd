import { Injectable } from '@nestjs/common';
import { OTC_PAUSE_DAYS, otcPausedUntil } from '../../../contract/rules/otc-order.rules.js';
import { wireTime } from '../../../contract/pages.dto.js';
import { Clock } from '../../../platform/clock/clock.js';
import { callFunction } from '../../../platform/database/call-function.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { WalletActs } from '../../wallet/balances/index.js';
import { CountryRules } from '../../wallet/country-rules/index.js';
import { refusalOf, TradingMode } from '../../wallet/ledger/index.js';
import { OwnLimits } from '../../wallet/own-limits/index.js';
import type { OtcDraft } from './draft-otc-order.js';
import { OtcOrdersStore } from './otc-orders.store.js';

/** Open orders that one person may have taken. */
const TAKEN_MAX = 3;
const DAY_MS = 86_400_000;

/**
 * What comes before everything that commits a user to something new: one command at a time, an open book, read notices. Who
 * only takes something back, or has paid already, is kept from it by less.
 */
@Injectable()
export class OpenBook {
  constructor(
    private readonly acts: WalletActs,
    private readonly mode: TradingMode,
    private readonly orders: OtcOrdersStore,
    private readonly ownLimits: OwnLimits,
    private readonly countryRules: CountryRules,
    private readonly clock: Clock,
  ) {}

  /** Locks the user for what commits to nothing. @returns the instant that counts. */
  async alone(tx: Transaction, userId: string): Promise<Date> {
    await this.acts.lockUser(tx, userId);
    return this.orders.instant(tx, new Date(this.clock.now()));
  }

  /** Locks the user. @returns the instant that counts. @throws Refusal `ledger.cancel-only`, `news.required`, those of {@link CountryRules.assert}. */
  async begin(tx: Transaction, userId: string): Promise<Date> {
    const at = await this.alone(tx, userId);
    await this.mode.assertOpen(tx, 'real');
    try {
      await callFunction(tx, 'required_reading_assert', { user: userId, at });
    } catch (error) {
      throw refusalOf(error);
    }
    await this.countryRules.assert(tx, userId, 'otc');
    return at;
  }

  /** That a taker is not paused, and has a place left. @throws Refusal `otc.paused`, `otc.too-many-orders`. */
  async mayTake(tx: Transaction, userId: string, at: Date): Promise<void> {
    const until = await this.pausedUntil(tx, userId, at);
    if (until !== null) throw new Refusal('otc.paused', { until: wireTime(until) });
    if ((await this.orders.takenBy(tx, userId)) >= TAKEN_MAX)
      throw new Refusal('otc.too-many-orders', { most: TAKEN_MAX });
  }

  /**
   * That the merchant's country lets it, and that the buyer is not paused and has no break and no limit against it; the coins count from now on.
   * Before anything else is locked.
   * @throws Refusal those of {@link OwnLimits.buyCoins}; `otc.not-offered` where the buyer is the merchant: it is nobody else's concern.
   */
  async mayBuy(tx: Transaction, { takerId, draft, at }: { takerId: string; draft: OtcDraft; at: Date }): Promise<void> {
    const { buyerId, advert, quantity } = draft;
    try {
      await this.countryRules.judge(tx, advert.merchantId, 'otc');
    } catch (error) {
      throw error instanceof Refusal ? new Refusal('otc.not-offered') : error;
    }
    // Of a taker it was asked before.
    if (buyerId !== takerId && (await this.pausedUntil(tx, buyerId, at)) !== null) throw new Refusal('otc.not-offered');
    try {
      await this.ownLimits.buyCoins(tx, { userId: buyerId, currencyId: advert.currencyId, amount: quantity, at });
    } catch (error) {
      throw buyerId === takerId || !(error instanceof Refusal) ? error : new Refusal('otc.not-offered');
    }
  }

  private async pausedUntil(tx: Transaction, userId: string, at: Date): Promise<Date | null> {
    const until = otcPausedUntil(
      await this.orders.unpaidOf(userId, new Date(at.getTime() - OTC_PAUSE_DAYS * DAY_MS), tx),
    );
    return until > at.getTime() ? new Date(until) : null;
  }
}
