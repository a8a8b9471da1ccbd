import { Injectable } from '@nestjs/common';
import { LANGUAGES } from '../../../contract/errors.js';
import type {
  DeskOfferPage,
  DeskOfferRow,
  DeskOffersRequest,
  DeskOfferView,
} from '../../../contract/operations/subscriptions.dto.js';
import { pageAsked } from '../../../contract/pages.dto.js';
import { launchDeadline, offerPhase } from '../../../contract/rules/subscription.rules.js';
import { Clock } from '../../../platform/clock/clock.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { ListOffers, type SubscriptionOffer } from '../../trading/subscription/index.js';

/** The offers of new coins as the desk sees them. */
@Injectable()
export class GetOffers {
  constructor(
    private readonly listOffers: ListOffers,
    private readonly clock: Clock,
  ) {}

  async list(request: DeskOffersRequest): Promise<DeskOfferPage> {
    const { page, limit } = pageAsked(request);
    const asked = { keyword: request.keyword ?? '', status: request.status ?? null };
    const [offers, total] = await Promise.all([
      this.listOffers.list({ ...asked, page, limit }),
      this.listOffers.count(asked),
    ]);
    return { list: offers.map((offer) => this.row(offer)), total, page, limit };
  }

  /** One offer, its texts, and how its orders stand. @throws Refusal `operations.not-found`. */
  async find(id: number): Promise<DeskOfferView> {
    if (!Number.isSafeInteger(id) || id > 2_147_483_647) throw new Refusal('operations.not-found');
    const offer = await this.listOffers.find(id);
    const { coinScale, minimum, maximum, lockDays, yieldRatio, yieldSource, issuer, recommended } = offer;
    const texts = LANGUAGES.flatMap((language) => {
      const words = offer.texts[language];
      return words ? [{ language, ...words }] : [];
    });
    return {
      ...this.row(offer),
      coinScale,
      minimum,
      maximum,
      lockDays,
      yieldRatio,
      yieldSource,
      issuer,
      recommended,
      texts,
      deadlineAt: launchDeadline(offer.launchesAt.getTime()),
      cancelledAt: offer.cancelledAt?.getTime() ?? null,
      cancelReason: offer.cancelReason,
      market: offer.market,
      figures: (await this.listOffers.figures(id)) as DeskOfferView['figures'],
    };
  }

  private row(offer: SubscriptionOffer): DeskOfferRow {
    const { id, coinCode, coinName, price, total, left, status } = offer;
    const [startsAt, endsAt, launchesAt] = [
      offer.startsAt.getTime(),
      offer.endsAt.getTime(),
      offer.launchesAt.getTime(),
    ];
    const launchedAt = offer.launchedAt?.getTime() ?? null;
    const { lockDays } = offer;
    const phase = offerPhase({ status, startsAt, endsAt, left, launchedAt, lockDays }, this.clock.now());
    const times = { startsAt, endsAt, launchesAt, launchedAt };
    return { id, coinCode, coinName, paymentCurrency: offer.paymentCode, price, total, left, status, phase, ...times };
  }
}
