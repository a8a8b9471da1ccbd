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
import { ProposeSaleEnd } from './propose-sale-end.js';

/** Where sales of new coins are begun, listed and ended, by two. */
@Module({
  imports: [AuditModule, ReviewModule, IeoModule, BalancesModule],
  controllers: [IeoDeskController],
  providers: [ProposeIeo, ProposeListing, ProposeSaleEnd, IeoActs, GetSales],
})
export class IeoDeskModule {}
