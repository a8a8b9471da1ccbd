import { Module } from '@nestjs/common';
import { IeoModule } from '../../trading/ieo/index.js';
import { BalancesModule } from '../../wallet/balances/index.js';
import { AuditModule } from '../audit/index.js';
import { ReviewModule } from '../review/index.js';
import { CarryOutIeo } from './carry-out-ieo.js';
import { IeoDeskController } from './ieo-desk.controller.js';
import { LookAtSales } from './look-at-sales.js';
import { ProposeIeo } from './propose-ieo.js';

/** Where sales of new coins are begun and ended, by two. */
@Module({
  imports: [AuditModule, ReviewModule, IeoModule, BalancesModule],
  controllers: [IeoDeskController],
  providers: [ProposeIeo, CarryOutIeo, LookAtSales],
  exports: [CarryOutIeo],
})
export class IeoDeskModule {}
