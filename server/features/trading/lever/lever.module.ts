import { Module } from '@nestjs/common';
import { FuturesModule } from '../futures/index.js';
import { FuturesOrdersModule } from '../futures-orders/index.js';
import { ExchangeRatesModule } from '../../markets/exchange-rates/index.js';
import { MarketBoardModule } from '../../markets/market-board/index.js';
import { LeverAmendmentsController } from './lever-amendments.controller.js';
import { LeverClosingsController } from './lever-closings.controller.js';
import { LeverEvents } from './lever-events.js';
import { LeverLists } from './lever-lists.js';
import { LeverMarkets } from './lever-markets.js';
import { LeverController } from './lever.controller.js';
import { LeverOrdersController } from './lever-orders.controller.js';
import { LeverReversalsController } from './lever-reversals.controller.js';

/** Futures in the words and forms of the old clients. */
@Module({
  imports: [ExchangeRatesModule, FuturesModule, FuturesOrdersModule, MarketBoardModule],
  controllers: [
    LeverController,
    LeverOrdersController,
    LeverAmendmentsController,
    LeverClosingsController,
    LeverReversalsController,
  ],
  providers: [LeverEvents, LeverLists, LeverMarkets],
})
export class LeverModule {}
