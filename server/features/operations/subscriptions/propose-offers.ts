import { Injectable } from '@nestjs/common';
import type { ProposeListingRequest } from '../../../contract/operations/listing.dto.js';
import type { ProposeOfferRequest } from '../../../contract/operations/subscriptions.dto.js';
import { LEAST_ORDER } from '../../../contract/rules/listing.rules.js';
import { Refusal } from '../../../platform/http/refusal.js';
import {
  CancelOffer,
  LaunchOffer,
  ListOffers,
  offerDetail,
  type OfferTerms,
  PublishOffer,
} from '../../trading/subscription/index.js';
import type { ActingOperator } from '../review/index.js';
import { OfferProposals } from './offer-proposals.js';

/** What one operator wants of a new coin, for another one to agree to. Judged now, and again when it takes effect. */
@Injectable()
export class ProposeOffers {
  constructor(
    private readonly offerProposals: OfferProposals,
    private readonly listOffers: ListOffers,
    private readonly publishOffer: PublishOffer,
    private readonly launchOffer: LaunchOffer,
    private readonly cancelOffer: CancelOffer,
  ) {}

  /** @returns the proposal's number. @throws Refusal `request.invalid` naming the field. */
  publish(actor: ActingOperator, { reason, ...request }: ProposeOfferRequest, key: string | null): Promise<string> {
    const asked = { kind: 'subscription-offer', id: null, request, reason, key } as const;
    return this.offerProposals.execute(actor, asked, async (tx) => {
      const terms = termsOf(request);
      await this.publishOffer.judge(tx, terms);
      return terms;
    });
  }

  /** @throws Refusal of `LaunchOffer`, `operations.proposal-open`. */
  async launch(
    actor: ActingOperator,
    id: number,
    { reason, ...request }: ProposeListingRequest,
    key: string | null,
  ): Promise<string> {
    const { coinCode: coin } = await this.listOffers.find(id);
    const asked = { kind: 'subscription-launch', id, request, reason, key } as const;
    return this.offerProposals.execute(actor, asked, async (tx) => {
      const terms = { coin, ...request, leastOrder: request.leastOrder ?? LEAST_ORDER };
      await this.launchOffer.judge(tx, id, terms);
      return terms;
    });
  }

  /** @throws Refusal of `CancelOffer`, `operations.proposal-open`. */
  async cancel(actor: ActingOperator, id: number, reason: string, key: string | null): Promise<string> {
    const { coinCode: coin } = await this.listOffers.find(id);
    const asked = { kind: 'subscription-cancel', id, request: {}, reason, key } as const;
    return this.offerProposals.execute(actor, asked, async (tx) => {
      await this.cancelOffer.judge(tx, id);
      return { coin };
    });
  }
}

/** @throws Refusal `request.invalid` naming the field. */
function termsOf(request: Omit<ProposeOfferRequest, 'reason'>): OfferTerms {
  const { startsAt, endsAt, launchesAt, texts, yieldSource = null, ...rest } = request;
  const spoken = texts.map(({ language, introduction, rules }) => [language, { introduction, rules }]);
  const [starts, ends, launches] = [startsAt, endsAt, launchesAt].map((at) => new Date(at).toISOString());
  const given = { ...rest, yieldSource, startsAt: starts, endsAt: ends, launchesAt: launches };
  const parsed = offerDetail.safeParse({ ...given, texts: Object.fromEntries(spoken) });
  if (parsed.success) return parsed.data;
  throw new Refusal('request.invalid', { field: String(parsed.error.issues[0]?.path[0] ?? 'texts') });
}
