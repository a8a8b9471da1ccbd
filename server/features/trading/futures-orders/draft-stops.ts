import { Injectable } from '@nestjs/common';
import type { FuturesPositionView, TriggerSource } from '../../../contract/trading/futures.dto.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { TradableMarkets } from '../../markets/market-board/index.js';
import { FuturesCatalog, PositionsStore } from '../futures/index.js';
import { CheckStops } from './check-stops.js';
import type { Stops } from './futures.store.js';
import { stopPrice } from './quote-order.js';

/** New stops; undefined: unchanged, '0': removed. */
export interface StopsWish {
  userId: string;
  positionId: string;
  takeProfit: string | undefined;
  takeProfitSource: TriggerSource | undefined;
  stopLoss: string | undefined;
  stopLossSource: TriggerSource | undefined;
  key: string | null;
}

/** Merges new stops into those of an order or position and checks the result against the market. */
@Injectable()
export class DraftStops {
  constructor(
    private readonly positions: PositionsStore,
    private readonly checkStops: CheckStops,
    private readonly catalog: FuturesCatalog,
    private readonly markets: TradableMarkets,
  ) {}

  /** The position with the merged stops. @throws Refusal as `SetStops.execute`, except `futures.changed`. */
  async execute(wish: Omit<StopsWish, 'key'>): Promise<{ position: FuturesPositionView; stops: Stops }> {
    const position = await this.positions.find(wish.userId, wish.positionId);
    if (!position) throw new Refusal('futures.not-found');
    if (position.status > 1) throw new Refusal('futures.not-open');
    const stops = this.stopsOf(position, wish);
    const market = this.markets.look({ marketId: position.marketId, demo: position.demo, product: 'perpetual' });
    await this.checkStops.ofPosition(position, stops, market, { userId: wish.userId, demo: position.demo });
    return { position, stops };
  }

  private stopsOf(position: FuturesPositionView, wish: Omit<StopsWish, 'key'>): Stops {
    const product = this.catalog.find(position.marketId);
    if (!product) throw new Refusal('market.not-offered');
    const { takeProfit, stopLoss } = wish;
    return {
      takeProfit:
        takeProfit === undefined ? position.takeProfit : stopPrice(takeProfit, product, 'target_profit_price'),
      takeProfitSource: wish.takeProfitSource ?? position.takeProfitSource,
      stopLoss: stopLoss === undefined ? position.stopLoss : stopPrice(stopLoss, product, 'stop_loss_price'),
      stopLossSource: wish.stopLossSource ?? position.stopLossSource,
    };
  }
}
