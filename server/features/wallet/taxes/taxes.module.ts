import { Module } from '@nestjs/common';
import { ExportsModule } from '../exports/index.js';
import { GetTaxReport } from './get-tax-report.js';
import { ReckonTaxes } from './reckon-taxes.js';
import { TaxLists } from './tax-lists.js';
import { TaxesController } from './taxes.controller.js';
import { TaxesStore } from './taxes.store.js';

@Module({
  imports: [ExportsModule],
  controllers: [TaxesController],
  providers: [TaxesStore, ReckonTaxes, GetTaxReport, TaxLists],
})
export class TaxesModule {}
