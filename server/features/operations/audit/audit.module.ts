import { Global, Module } from '@nestjs/common';
import { WitnessedHead } from '../../markets/tape/index.js';
import { AnchorAudit } from './anchor-audit.js';
import { AuditHead } from './audit-head.js';
import { AuditLog } from './audit-log.js';
import './audit-invariants.js';
import { AuditController } from './audit.controller.js';
import { AuditJobs } from './audit.jobs.js';
import { AuditHistoryStore } from './audit-history.store.js';
import { AuditStore } from './audit.store.js';
import { ListAudit } from './list-audit.js';
import { SealAudit } from './seal-audit.js';

/** Global, because the public tape, which stands below, vouches for the head of the log. */
@Global()
@Module({
  controllers: [AuditController],
  providers: [
    AuditStore,
    AuditHistoryStore,
    AuditLog,
    ListAudit,
    SealAudit,
    AnchorAudit,
    AuditHead,
    { provide: WitnessedHead, useExisting: AuditHead },
    AuditJobs,
  ],
  exports: [AuditLog, ListAudit, SealAudit, WitnessedHead],
})
export class AuditModule {}
