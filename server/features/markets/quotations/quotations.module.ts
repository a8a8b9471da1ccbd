import { Module } from '@nestjs/common';
import { ExchangeRatesModule } from '../exchange-rates/index.js';
import { MarketBoardModule } from '../market-board/index.js';
import { GetQuotation } from './get-quotation.js';
import { LegacyEvents } from './legacy-events.js';
import { ListQuotations } from './list-quotations.js';
import { ListRecommended } from './list-recommended.js';
import { ListTrades } from './list-trades.js';
import { LogosController } from './logos.controller.js';
import { QuotationsController } from './quotations.controller.js';
import { Sparks } from './sparks.js';

@Module({
  imports: [ExchangeRatesModule, MarketBoardModule],
  controllers: [QuotationsController, LogosController],
  providers: [GetQuotation, ListQuotations, ListRecommended, ListTrades, Sparks, LegacyEvents],
  exports: [GetQuotation, ListTrades, Sparks],
})
export class QuotationsModule {}
