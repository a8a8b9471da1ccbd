import { Module } from '@nestjs/common';
import { FuturesModule } from '../../trading/futures/index.js';
import { AuditModule } from '../audit/index.js';
import { ReviewModule } from '../review/index.js';
import { AddOptionTime } from './add-option-time.js';
import { AddTrustProduct } from './add-trust-product.js';
import { NewProductsController } from './new-products.controller.js';
import { NewProductsStore } from './new-products.store.js';
import { ProductTermActs } from './product-term-acts.js';
import { ProductTermsStore } from './product-terms.store.js';
import { ProductsDeskController } from './products-desk.controller.js';
import { SetProductTerms } from './set-product-terms.js';
import { SetTiers } from './set-tiers.js';

@Module({
  imports: [AuditModule, FuturesModule, ReviewModule],
  controllers: [ProductsDeskController, NewProductsController],
  providers: [
    ProductTermsStore,
    NewProductsStore,
    SetProductTerms,
    SetTiers,
    AddTrustProduct,
    AddOptionTime,
    ProductTermActs,
  ],
})
export class ProductsDeskModule {}
