import { Injectable } from '@nestjs/common';
import type { FuturesPositionView, TriggerSource } from '../../../contract/trading/futures.dto.js';
import { sqlStateOf } from '../../../platform/database/transaction.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { IdempotentCommands } from '../../../platform/idempotency/idempotent-commands.js';
import { Outbox } from '../../../platform/outbox/outbox.js';
import { TradableMarkets } from '../../markets/market-board/index.js';
import { FuturesCatalog, PositionsStore } from '../futures/index.js';
import { CheckStops } from './check-stops.js';
import { futuresRefusalOf } from './futures-refusals.js';
import { FuturesStore, type Stops } from './futures.store.js';
import { stopPrice } from './quote-order.js';

/** New stops; what is undefined stays as it is, '0' takes a stop away. */
export interface StopsWish {
  userId: string;
  positionId: string;
  takeProfit: string | undefined;
  takeProfitSource: TriggerSource | undefined;
  stopLoss: string | undefined;
  stopLossSource: TriggerSource | undefined;
  key: string | null;
}

/** Services that setting stops needs beside its stores. */
@Injectable()
export class StopsParts {
  constructor(
    readonly outbox: Outbox,
    readonly markets: TradableMarkets,
  ) {}
}

const TRIES = 3;

/** Sets, changes or removes the stops of an order or position, each independent of the other. */
@Injectable()
export class SetStops {
  constructor(
    private readonly positions: PositionsStore,
    private readonly checkStops: CheckStops,
    private readonly catalog: FuturesCatalog,
    private readonly store: FuturesStore,
    private readonly commands: IdempotentCommands,
    private readonly parts: StopsParts,
  ) {}

  /**
   * @throws Refusal `futures.not-found`, `futures.not-open`, `futures.take-profit-…`, `futures.stop-loss-…`,
   *   `futures.stop-beyond-liquidation`, `futures.changed`.
   */
  async execute(wish: StopsWish, reply: string): Promise<string> {
    const { userId, key, ...body } = wish;
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.commands.call(
          { userId, route: 'lever/setstop', key, body },
          reply,
          async (tx, claim, text) => {
            const { position, stops } = await this.checked(wish);
            const replied = await this.store.setStops(tx, claim, text, position, stops);
            this.parts.outbox.announce(tx, [userId]);
            return replied;
          },
        );
      } catch (error) {
        // The position changed between the checks and the write: the checks are repeated.
        if (sqlStateOf(error) !== 'FU007' || attempt === TRIES) throw futuresRefusalOf(error);
      }
    }
  }

  /** The position with the stops that it would have. @throws Refusal as {@link execute}. */
  async checked(wish: Omit<StopsWish, 'key'>): Promise<{ position: FuturesPositionView; stops: Stops }> {
    const position = await this.positions.find(wish.userId, wish.positionId);
    if (!position) throw new Refusal('futures.not-found');
    if (position.status > 1) throw new Refusal('futures.not-open');
    const stops = this.stopsOf(position, wish);
    const market = this.parts.markets.look(position);
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
