import { Injectable } from '@nestjs/common';
import type { DecimalText } from '../../../contract/money.js';
import { RANKED } from '../../../contract/rules/referral.rules.js';
import { Clock } from '../../../platform/clock/clock.js';
import { UsdtPrices, WalletCatalog } from '../../wallet/balances/index.js';
import { type Ranked, ReferralStore, type Worth } from './referral.store.js';

const CACHED_MS = 15_000;
const CACHED_DAYS = 32;

interface CachedRanking {
  until: number;
  ranking: Promise<Ranked[]>;
}

/** The first ten by what their invitations brought, of those who agreed to stand there. Everybody sees the same for a while. */
@Injectable()
export class RankInviters {
  private readonly cached = new Map<string, CachedRanking>();

  constructor(
    private readonly store: ReferralStore,
    private readonly prices: UsdtPrices,
    private readonly coins: WalletCatalog,
    private readonly clock: Clock,
  ) {}

  /** @param day UTC; null: of all time. */
  async execute(day: string | null): Promise<Ranked[]> {
    const now = this.clock.now();
    const known = this.cached.get(day ?? '');
    if (known && known.until > now && known.until <= now + CACHED_MS) return known.ranking;
    if (this.cached.size >= CACHED_DAYS) this.cached.clear();
    const ranking = this.store.ranking(day, this.worth(), RANKED);
    this.cached.set(day ?? '', { until: now + CACHED_MS, ranking });
    ranking.catch(() => this.cached.delete(day ?? ''));
    return ranking;
  }

  /** Somebody has just come or gone: whoever looks next, here, sees it. */
  forget(): void {
    this.cached.clear();
  }

  /** What each currency that has a price is worth: one without is not counted, and never as nothing. */
  private worth(): Worth {
    const priced = this.coins
      .currencies()
      .map(({ id, code }) => ({ id, price: this.prices.of(code)?.price ?? null }))
      .filter((one): one is { id: number; price: DecimalText } => one.price !== null);
    return { currencyIds: priced.map(({ id }) => id), prices: priced.map(({ price }) => price) };
  }
}
