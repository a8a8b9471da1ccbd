import { Injectable } from '@nestjs/common';
import { type OfferStatus, type OfferTimes } from '../../../contract/rules/subscription.rules.js';
import type { PageAsked } from '../../../contract/pages.dto.js';
import { Clock } from '../../../platform/clock/clock.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { type OfferFigures, OffersStore, type SubscriptionOffer } from './offers.store.js';

/** The offers to look at. */
@Injectable()
export class ListOffers {
  constructor(
    private readonly store: OffersStore,
    private readonly clock: Clock,
  ) {}

  list(query: { keyword: string; status: OfferStatus | null } & PageAsked): Promise<SubscriptionOffer[]> {
    return this.store.list(query);
  }

  count(query: { keyword: string; status: OfferStatus | null }): Promise<number> {
    return this.store.count(query);
  }

  /** @throws Refusal `subscription.not-offered`. */
  async find(id: number): Promise<SubscriptionOffer> {
    const offer = await this.store.find(id);
    if (!offer) throw new Refusal('subscription.not-offered');
    return offer;
  }

  recommended(): Promise<SubscriptionOffer | null> {
    return this.store.recommended(new Date(this.clock.now()));
  }

  figures(id: number): Promise<OfferFigures[]> {
    return this.store.figures(id);
  }
}

/** What the rules ask of an offer. */
export function timesOf(offer: SubscriptionOffer): OfferTimes {
  const { status, startsAt, endsAt, left, launchedAt, lockDays } = offer;
  return {
    status,
    left,
    lockDays,
    startsAt: startsAt.getTime(),
    endsAt: endsAt.getTime(),
    launchedAt: launchedAt?.getTime() ?? null,
  };
}
