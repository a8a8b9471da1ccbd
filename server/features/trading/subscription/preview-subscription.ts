import { Injectable } from '@nestjs/common';
import { Decimal } from '../../../contract/decimal.js';
import type { DecimalText } from '../../../contract/money.js';
import { costOf, expectedReturn, offerPhase, purchase, releaseAt } from '../../../contract/rules/subscription.rules.js';
import { Clock } from '../../../platform/clock/clock.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { VerificationLevels } from '../../account/verification/index.js';
import { Ledger, requestedAmount } from '../../wallet/ledger/index.js';
import { timesOf } from './list-offers.js';
import { OffersStore, type SubscriptionOffer } from './offers.store.js';
import { SubscriptionStore } from './subscription.store.js';

export interface SubscriptionPreview {
  offer: SubscriptionOffer;
  coins: DecimalText;
  cost: DecimalText;
  expectedReturn: DecimalText;
  /** Unix milliseconds. */
  estimatedReleaseAt: number;
  verified: boolean;
  /** Coins that the user may have beside what is bought already. */
  leftForUser: DecimalText;
  balance: DecimalText;
  balanceAfter: DecimalText;
}

/** What a purchase would do. Refuses what the purchase would refuse, but says of who is not verified that they are not. */
@Injectable()
export class PreviewSubscription {
  constructor(
    private readonly store: SubscriptionStore,
    private readonly offers: OffersStore,
    private readonly ledger: Ledger,
    private readonly levels: VerificationLevels,
    private readonly clock: Clock,
  ) {}

  /** @throws Refusal as the purchase does, but for `verification.required`. */
  async execute(query: {
    userId: string;
    offerId: number;
    demo: boolean;
    amount: string;
  }): Promise<SubscriptionPreview> {
    const { userId, offerId } = query;
    if (query.demo) throw new Refusal('subscription.real-only');
    const offer = await this.offers.find(offerId);
    if (!offer) throw new Refusal('subscription.not-offered');
    const amount = requestedAmount(query.amount, offer.paymentScale, 'amount');
    const { coins, cost } = purchase({ amount, ...offer });
    assertOnSale(offer, coins, this.clock.now());
    const leftForUser = new Decimal(offer.maximum).minus(await this.store.shareOf(userId, offerId)).toFixed();
    assertWithin(offer, coins, leftForUser);
    const [balances, { basic }] = await Promise.all([this.ledger.balancesOf(userId, false), this.levels.of(userId)]);
    const spot = balances.find(({ kind, currencyId }) => kind === 'spot' && currencyId === offer.paymentCurrencyId);
    const balance = spot?.balance ?? '0';
    const after = new Decimal(balance).minus(cost);
    if (after.isNegative()) throw new Refusal('ledger.insufficient-balance');
    return {
      offer,
      coins,
      cost,
      expectedReturn: expectedReturn({ coins, ...offer }),
      estimatedReleaseAt: releaseAt(offer.launchesAt.getTime(), offer.lockDays),
      verified: basic === 'verified',
      leftForUser,
      balance,
      balanceAfter: after.toFixed(),
    };
  }
}

function assertOnSale(offer: SubscriptionOffer, coins: DecimalText, now: number): void {
  const phase = offerPhase(timesOf(offer), now);
  if (phase === 'sold-out') throw new Refusal('subscription.sold-out');
  if (phase !== 'subscribing') throw new Refusal('subscription.not-open');
  const wanted = new Decimal(coins);
  if (!wanted.isZero() && (!wanted.lt(offer.minimum) || !wanted.lt(offer.left))) return;
  const minimum = costOf(Decimal.min(offer.minimum, offer.left).toFixed(), offer);
  throw new Refusal('subscription.below-minimum', { minimum });
}

function assertWithin({ left }: SubscriptionOffer, coins: DecimalText, leftForUser: DecimalText): void {
  if (new Decimal(coins).gt(leftForUser)) throw new Refusal('subscription.above-maximum', { left: leftForUser });
  if (new Decimal(coins).gt(left)) throw new Refusal('subscription.only-left', { left });
}
