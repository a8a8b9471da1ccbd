import { Module } from '@nestjs/common';
import { IeoModule } from '../../trading/ieo/index.js';
import { BalancesModule } from '../../wallet/balances/index.js';
import { AuditModule } from '../audit/index.js';
import { ReviewModule } from '../review/index.js';
import { IeoActs } from './ieo-acts.js';
import { IeoDeskController } from './ieo-desk.controller.js';
import { GetSales } from './get-sales.js';
import { ProposeIeo } from './propose-ieo.js';
import { ProposeListing } from './propose-listing.js';

/** Where sales of new coins are begun, listed and ended, by two. */
@Module({
  imports: [AuditModule, ReviewModule, IeoModule, BalancesModule],
  controllers: [IeoDeskController],
  providers: [ProposeIeo, ProposeListing, IeoActs, GetSales],
})
export class IeoDeskModule {}
