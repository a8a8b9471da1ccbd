import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Decimal } from '../../../contract/decimal.js';
import type { DecimalText } from '../../../contract/money.js';
import { type Redemption, redeem, trustShare, utcDay } from '../../../contract/rules/trust.rules.js';
import { Clock } from '../../../platform/clock/clock.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { type TrustOrder, TrustStore } from './trust.store.js';

/** How long a quote stands. */
const QUOTE_MS = 60_000;

export interface RedemptionQuote extends Redemption {
  quoteId: string;
  remainingDays: number;
  /** Where the net goes: each account that paid gets back its share. */
  toTrust: DecimalText;
  toSpot: DecimalText;
  /** Unix milliseconds. */
  expiresAt: number;
}

/** Says exactly what breaking an order off costs now; the redemption that names the quote costs that or is refused. */
@Injectable()
export class QuoteRedemption {
  constructor(
    private readonly store: TrustStore,
    private readonly clock: Clock,
  ) {}

  /** @throws Refusal `trust.not-found`, those of {@link redemptionOf}. */
  async execute(userId: string, orderId: string): Promise<RedemptionQuote> {
    const order = await this.store.orderUpTo(userId, orderId, new Date(this.clock.now()));
    if (!order) throw new Refusal('trust.not-found');
    const redemption = redemptionOf(order, this.clock.now());
    const quoteId = randomUUID();
    const expiresAt = this.clock.now() + QUOTE_MS;
    const { accruedDays, termDays } = order;
    const { penalty } = redemption;
    await this.store.saveQuote({ id: quoteId, orderId, accruedDays, penalty, expiresAt: new Date(expiresAt) });
    const toTrust = trustShare(order, redemption.net);
    const toSpot = new Decimal(redemption.net).minus(toTrust).toFixed();
    return { ...redemption, toTrust, toSpot, quoteId, remainingDays: termDays - accruedDays, expiresAt };
  }
}

/**
 * What an order's own rule returns now.
 * @throws Refusal `trust.ended`, `trust.not-redeemable`; `trust.interest-pending` while somebody else is booking the interest of a
 *   day that is over: what it would cost then, nobody could redeem at.
 */
export function redemptionOf(order: TrustOrder, now: number): Redemption {
  if (order.state !== 'custody') throw new Refusal('trust.ended');
  const redemption = redeem(order, order.accruedDays);
  if (!redemption) throw new Refusal('trust.not-redeemable');
  if (order.nextDay !== null && order.nextDay < utcDay(now)) throw new Refusal('trust.interest-pending');
  return redemption;
}
