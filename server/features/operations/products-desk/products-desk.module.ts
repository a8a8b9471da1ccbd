import { Module } from '@nestjs/common';
import { FuturesModule } from '../../trading/futures/index.js';
import { AuditModule } from '../audit/index.js';
import { ReviewModule } from '../review/index.js';
import { ProductTermActs } from './product-term-acts.js';
import { ProductTermsStore } from './product-terms.store.js';
import { ProductsDeskController } from './products-desk.controller.js';
import { SetProductTerms } from './set-product-terms.js';
import { SetTiers } from './set-tiers.js';

@Module({
  imports: [AuditModule, FuturesModule, ReviewModule],
  controllers: [ProductsDeskController],
  providers: [ProductTermsStore, SetProductTerms, SetTiers, ProductTermActs],
})
export class ProductsDeskModule {}
