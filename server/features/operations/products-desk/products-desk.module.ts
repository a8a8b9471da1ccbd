import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/index.js';
import { ReviewModule } from '../review/index.js';
import { ProductTermActs } from './product-term-acts.js';
import { ProductTermsStore } from './product-terms.store.js';
import { ProductsDeskController } from './products-desk.controller.js';
import { SetProductTerms } from './set-product-terms.js';

@Module({
  imports: [AuditModule, ReviewModule],
  controllers: [ProductsDeskController],
  providers: [ProductTermsStore, SetProductTerms, ProductTermActs],
})
export class ProductsDeskModule {}
