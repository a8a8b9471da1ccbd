import { Module } from '@nestjs/common';
import { AskForDataExport } from './ask-for-data-export.js';
import { ComposeDataExport } from './compose-data-export.js';
import { DataExportBound } from './data-export-bound.js';
import { DataExportsController } from './data-exports.controller.js';
import { DataExportsJobs } from './data-exports.jobs.js';
import { DataExportsStore } from './data-exports.store.js';
import { ReadDataExports } from './read-data-exports.js';
import { SealParts } from './seal-parts.js';
import { NotifyOfExport } from './notify-of-export.js';
import { WriteDataExports } from './write-data-exports.js';

@Module({
  controllers: [DataExportsController],
  providers: [
    DataExportsStore,
    ComposeDataExport,
    SealParts,
    DataExportBound,
    NotifyOfExport,
    WriteDataExports,
    AskForDataExport,
    ReadDataExports,
    DataExportsJobs,
  ],
  exports: [ComposeDataExport],
})
export class DataExportsModule {}
