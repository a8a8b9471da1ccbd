import { Module } from '@nestjs/common';
import { LiquidationModule } from '../../trading/liquidation/index.js';
import { AuditModule } from '../audit/index.js';
import { DeskFilesModule } from '../desk-files/index.js';
import { ExportUserRecords } from './export-user-records.js';
import { FindAnything } from './find-anything.js';
import { FindStore } from './find.store.js';
import { ListUserRecords } from './list-user-records.js';
import { ReadLiquidation } from './read-liquidation.js';
import { RecordsController } from './records.controller.js';
import { RecordsStore } from './records.store.js';

/** What users ordered, hold and moved, for the desk to answer questions by. Nothing of it can be changed here. */
@Module({
  imports: [AuditModule, DeskFilesModule, LiquidationModule],
  controllers: [RecordsController],
  providers: [FindAnything, ExportUserRecords, FindStore, ListUserRecords, ReadLiquidation, RecordsStore],
})
export class RecordsModule {}
