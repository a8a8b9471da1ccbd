import { Module } from '@nestjs/common';
import { SubAccountsModule } from '../../account/sub-accounts/index.js';
import './account-lists.js';
import { ExportList } from './export-list.js';
import { ExportPlaces } from './export-places.js';
import { ExportSources } from './export-sources.js';
import { ExportsController } from './exports.controller.js';
import { ListedRowsStore } from './listed-rows.store.js';
import { StatementList } from './statement-list.js';
import { StatementRowsStore } from './statement-rows.store.js';

const forFiles = { provide: ExportPlaces, useFactory: () => new ExportPlaces() };

@Module({
  imports: [SubAccountsModule],
  controllers: [ExportsController],
  providers: [ListedRowsStore, StatementRowsStore, StatementList, ExportSources, forFiles, ExportList],
  exports: [ExportSources],
})
export class ExportsModule {}
