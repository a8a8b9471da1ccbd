import { Module } from '@nestjs/common';
import { MarketBoardModule } from '../market-board/index.js';
import { GetQuotation } from './get-quotation.js';
import { LegacyEvents } from './legacy-events.js';
import { ListQuotations } from './list-quotations.js';
import { ListRecommended } from './list-recommended.js';
import { ListTrades } from './list-trades.js';
import { QuotationsController } from './quotations.controller.js';
import { Sparks } from './sparks.js';

@Module({
  imports: [MarketBoardModule],
  controllers: [QuotationsController],
  providers: [GetQuotation, ListQuotations, ListRecommended, ListTrades, Sparks, LegacyEvents],
  exports: [GetQuotation, Sparks],
})
export class QuotationsModule {}
