import { Injectable } from '@nestjs/common';
import type {
  FuturesPositionView,
  FuturesProductView,
  FuturesStopPreviewView,
  FuturesStopsPreviewView,
  TriggerSource,
} from '../../../contract/trading/futures.dto.js';
import type { DecimalText } from '../../../contract/money.js';
import { crossTotals, isShared, judged, liquidationOf } from '../../../contract/rules/position-figures.rules.js';
import { Clock } from '../../../platform/clock/clock.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { type TradableMarket, TradableMarkets } from '../../markets/market-board/index.js';
import { closedAtStop, type FuturesAccount, GetFuturesAccount } from '../futures/index.js';
import { asHeld, priceBy } from './check-stops.js';
import { DraftStops, type StopsWish } from './draft-stops.js';

/** A position with its stops and their trigger prices. */
interface StoppedPosition {
  position: FuturesPositionView;
  product: FuturesProductView;
  market: TradableMarket | null;
  account: FuturesAccount;
}

/** Previews new stops by the command's own rules; writes nothing. */
@Injectable()
export class PreviewStops {
  constructor(
    private readonly draftStops: DraftStops,
    private readonly getFuturesAccount: GetFuturesAccount,
    private readonly markets: TradableMarkets,
    private readonly clock: Clock,
  ) {}

  /** @throws Refusal those of {@link DraftStops}. */
  async execute(wish: Omit<StopsWish, 'key'>): Promise<FuturesStopsPreviewView> {
    const { position: row, stops } = await this.draftStops.execute(wish);
    const account = await this.getFuturesAccount.execute({ userId: wish.userId, demo: row.demo });
    const product = account.product(row.marketId);
    if (!product) throw new Refusal('market.not-offered');
    const position = asHeld(row);
    const market = this.markets.look({ marketId: row.marketId, demo: row.demo, product: 'perpetual' });
    const stopped = { position, product, market, account };
    const others = account.positions.filter(({ positionId }) => positionId !== position.positionId);
    const positions = [...others, position];
    const now = judged(positions, account);
    return {
      market: position.market,
      side: position.side,
      marginMode: position.marginMode,
      lots: position.lots,
      takeProfit: outcome(stops.takeProfit, stops.takeProfitSource, stopped),
      stopLoss: outcome(stops.stopLoss, stops.stopLossSource, stopped),
      liquidationPrice: liquidationOf(position, now, crossTotals(positions, position.currencyId, now)),
      liquidationIsEstimate: position.marginMode === 'cross',
      liquidationIsShared: isShared(position, now),
      priceAgeMs: market && Math.max(0, this.clock.now() - market.at),
      origin: market?.origin ?? null,
    };
  }
}

/** Profit of a close at the stop's level; null: no stop. */
function outcome(
  level: DecimalText | null,
  source: TriggerSource,
  { position, product, market, account }: StoppedPosition,
): FuturesStopPreviewView | null {
  if (level === null) return null;
  const available = account.available(position.currencyId);
  const { price, settled } = closedAtStop(position, level, { product, available });
  return {
    price: level,
    source,
    now: market && priceBy(source, market),
    expectedPrice: price.toFixed(),
    realisedProfit: settled.profit.toFixed(),
    fee: settled.fee.toFixed(),
  };
}
