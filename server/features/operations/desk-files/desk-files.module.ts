import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/index.js';
import { AuditFileController } from './audit-file.controller.js';
import { ExportAudit } from './export-audit.js';
import { WriteDeskFile } from './write-desk-file.js';

/** Lists of the desk as files. Each list stays where it is; how a file of it is written, counted and put on record is here. */
@Module({
  imports: [AuditModule],
  controllers: [AuditFileController],
  providers: [WriteDeskFile, ExportAudit],
  exports: [WriteDeskFile],
})
export class DeskFilesModule {}
