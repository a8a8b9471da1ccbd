import { Module } from '@nestjs/common';
import { AuditLog } from './audit-log.js';
import './audit-invariants.js';
import { AuditController } from './audit.controller.js';
import { AuditJobs } from './audit.jobs.js';
import { AuditStore } from './audit.store.js';
import { ListAudit } from './list-audit.js';
import { SealAudit } from './seal-audit.js';

@Module({
  controllers: [AuditController],
  providers: [AuditStore, AuditLog, ListAudit, SealAudit, AuditJobs],
  exports: [AuditLog, ListAudit, SealAudit],
})
export class AuditModule {}
