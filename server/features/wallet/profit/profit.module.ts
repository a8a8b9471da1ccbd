import { Module } from '@nestjs/common';
import { CandlesModule } from '../../markets/candles/index.js';
import { BalancesModule } from '../balances/index.js';
import { GetProfit } from './get-profit.js';
import { PastPrices } from './past-prices.js';
import { ProfitController } from './profit.controller.js';
import { ProfitStore } from './profit.store.js';

@Module({
  imports: [BalancesModule, CandlesModule],
  controllers: [ProfitController],
  providers: [ProfitStore, PastPrices, GetProfit],
})
export class ProfitModule {}
