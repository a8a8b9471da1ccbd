import { Module } from '@nestjs/common';
import { CandlesModule } from '../../markets/candles/index.js';
import { BalancesModule } from '../balances/index.js';
import { ExportsModule } from '../exports/index.js';
import { ClosingPricesStore } from './closing-prices.store.js';
import { FoldProfit } from './fold-profit.js';
import { GetProfitDays } from './get-profit-days.js';
import { ProfitDaysStore } from './profit-days.store.js';
import { ProfitJobs } from './profit.jobs.js';
import { ProfitList } from './profit-list.js';
import { GetProfit } from './get-profit.js';
import { PastPrices } from './past-prices.js';
import { ProfitController } from './profit.controller.js';
import { ProfitStore } from './profit.store.js';

@Module({
  imports: [BalancesModule, CandlesModule, ExportsModule],
  controllers: [ProfitController],
  providers: [
    ProfitStore,
    PastPrices,
    GetProfit,
    ProfitDaysStore,
    ClosingPricesStore,
    FoldProfit,
    GetProfitDays,
    ProfitList,
    ProfitJobs,
  ],
})
export class ProfitModule {}
