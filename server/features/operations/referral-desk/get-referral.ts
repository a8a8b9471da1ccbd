import { Injectable } from '@nestjs/common';
import type {
  ReferralDayPage,
  ReferralDeskView,
  ReferralPartnerPage,
  ReferralSearchRequest,
  SelfReferralPage,
} from '../../../contract/operations/referral.dto.js';
import { pageAsked, type PageRequest } from '../../../contract/pages.dto.js';
import { percentOf, REBATE_RATIO_MAX } from '../../../contract/rules/referral.rules.js';
import { utcDay } from '../../../contract/rules/trust.rules.js';
import { Clock } from '../../../platform/clock/clock.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { RebatesStore, ReferralTermsStore } from '../../trading/referral/index.js';
import { WalletCatalog } from '../../wallet/balances/index.js';

const TERMS = 20;

/** The referral programme for the desk: its terms, its days, its partners, and who invited themselves. */
@Injectable()
export class GetReferral {
  constructor(
    private readonly terms: ReferralTermsStore,
    private readonly rebates: RebatesStore,
    private readonly coins: WalletCatalog,
    private readonly clock: Clock,
  ) {}

  async state(): Promise<ReferralDeskView> {
    const terms = await this.terms.terms(TERMS);
    return {
      terms: terms.map(({ effectiveDay, ratio }) => ({ effectiveDay, percent: percentOf(ratio) })),
      percentMax: percentOf(REBATE_RATIO_MAX),
      today: utcDay(this.clock.now()),
    };
  }

  async days(request: PageRequest): Promise<ReferralDayPage> {
    const { page, limit } = pageAsked(request);
    const { days, sums, total } = await this.rebates.days(limit, (page - 1) * limit);
    const list = days.map(({ day, status, firstJournal, lastJournal, bookedAt }) => ({
      day,
      status,
      firstJournal,
      lastJournal,
      bookedAt: bookedAt?.getTime() ?? null,
      sums: sums
        .filter((sum) => sum.day === day)
        .map(({ currencyId, payers, inviters, fees, rebates }) => ({
          currencyId,
          coin: this.coins.codeOf(currencyId),
          payers,
          inviters,
          fees,
          rebates,
        })),
    }));
    return { list, total, page, limit };
  }

  async partners(request: ReferralSearchRequest): Promise<ReferralPartnerPage> {
    const { page, limit } = pageAsked(request);
    const search = request.search?.trim().toLowerCase() || null;
    const { rows, total } = await this.terms.partners(search, limit, (page - 1) * limit);
    const list = rows.map(({ ratio, ...partner }) => ({
      ...partner,
      percent: ratio === null ? null : percentOf(ratio),
    }));
    return { list, total, page, limit };
  }

  /** @throws Refusal `request.invalid` for a search that is no user's number. */
  async selfReferrals(request: ReferralSearchRequest): Promise<SelfReferralPage> {
    const { page, limit } = pageAsked(request);
    const search = request.search?.trim() || null;
    if (search !== null && !/^[1-9][0-9]{0,17}$/.test(search))
      throw new Refusal('request.invalid', { field: 'search' });
    const { rows, total } = await this.terms.selfReferrals(search, limit, (page - 1) * limit);
    return { list: rows.map((row) => ({ ...row, foundAt: row.foundAt.getTime() })), total, page, limit };
  }
}
