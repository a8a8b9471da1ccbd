import { Module } from '@nestjs/common';
import { CandlesModule } from '../candles/index.js';
import { MarketBoardModule } from '../market-board/index.js';
import { QuotationsModule } from '../quotations/index.js';
import { ListStocks } from './list-stocks.js';
import { StocksController } from './stocks.controller.js';

@Module({
  imports: [MarketBoardModule, QuotationsModule, CandlesModule],
  controllers: [StocksController],
  providers: [ListStocks],
})
export class StocksModule {}
