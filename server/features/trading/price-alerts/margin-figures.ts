import { Injectable } from '@nestjs/common';
import { marginRatio } from '../../../contract/rules/margin.rules.js';
import { Decimal } from '../../../contract/decimal.js';
import { Clock } from '../../../platform/clock/clock.js';
import {
  type BookOfMarket,
  crossStanding,
  type DecisionMarket,
  DecisionMarkets,
  FuturesIndexStore,
  type HeldPosition,
  isolatedStanding,
  type Standing,
} from '../futures-index/index.js';
import { marginReading } from './figure.rules.js';
import { PositionsOfAlertsStore } from './positions-of-alerts.store.js';
import { marginSeries, type SeriesReading } from './watched-alert.js';

/** Whose margin: of a user's isolated positions in a market, or of the cross account. */
export interface MarginAsked {
  userId: string;
  marketId: number | null;
}

/** How much of their margins users have used, real money alone, by confirmed marks. Where there is no position nothing is used. */
@Injectable()
export class MarginFigures {
  constructor(
    private readonly positions: PositionsOfAlertsStore,
    private readonly reads: FuturesIndexStore,
    private readonly markets: DecisionMarkets,
    private readonly clock: Clock,
  ) {}

  /** Those that can be told now: without a confirmed mark nothing is said. */
  async read(asked: readonly MarginAsked[]): Promise<SeriesReading[]> {
    await this.markets.known();
    const at = this.clock.now();
    const [isolated, cross] = [await this.ofMarkets(asked), await this.ofAccounts(asked)];
    return asked.flatMap(({ userId, marketId }) => {
      const series = marginSeries(userId, marketId);
      const ratios = (marketId === null ? cross : isolated).get(series) ?? ['0'];
      if (ratios.includes(undefined)) return [];
      return [{ series, reading: marginReading(at, worstOf(ratios as (string | null)[])) }];
    });
  }

  private async ofMarkets(asked: readonly MarginAsked[]): Promise<Map<string, (string | null | undefined)[]>> {
    const pairs = asked.flatMap(({ userId, marketId }) => (marketId === null ? [] : [{ userId, marketId }]));
    const found = new Map<string, (string | null | undefined)[]>();
    if (pairs.length === 0) return found;
    const ids = await this.positions.isolatedIn(pairs);
    for (const held of ids.length === 0 ? [] : await this.reads.isolated(ids)) {
      const market = this.priced(held);
      const series = marginSeries(held.userId, held.marketId);
      const ratio = market ? ratioOf(isolatedStanding(held, market)) : undefined;
      found.set(series, [...(found.get(series) ?? []), ratio]);
    }
    return found;
  }

  private async ofAccounts(asked: readonly MarginAsked[]): Promise<Map<string, (string | null | undefined)[]>> {
    const users = asked.filter(({ marketId }) => marketId === null).map(({ userId }) => ({ userId, demo: false }));
    const found = new Map<string, (string | null | undefined)[]>();
    if (users.length === 0) return found;
    for (const { positions, backing } of await this.reads.cross(users)) {
      const markets = this.allPriced(positions);
      const ratio = markets ? ratioOf(crossStanding(positions, backing, markets)) : undefined;
      found.set(marginSeries((positions[0] as HeldPosition).userId, null), [ratio]);
    }
    return found;
  }

  private allPriced(positions: readonly HeldPosition[]): Map<number, DecisionMarket> | null {
    const markets = new Map<number, DecisionMarket>();
    for (const held of positions) {
      const market = this.priced(held);
      if (!market) return null;
      markets.set(held.marketId, market);
    }
    return markets;
  }

  private priced({ marketId, demo }: BookOfMarket): DecisionMarket | null {
    this.markets.sample(marketId);
    return this.markets.of({ marketId, demo });
  }
}

function ratioOf({ equity, required }: Standing): string | null {
  return marginRatio(equity, required)?.toFixed(18, Decimal.ROUND_DOWN) ?? null;
}

/** Null, no equity left, is worse than any. */
function worstOf(ratios: readonly (string | null)[]): string | null {
  return ratios.reduce((worst, ratio) =>
    worst === null || ratio === null ? null : new Decimal(ratio).gt(worst) ? ratio : worst,
  );
}
