import { Injectable } from '@nestjs/common';
import { Handles } from '../../../platform/jobs/handles.js';
import { SealAudit } from './seal-audit.js';

/** In by queue. */
@Injectable()
export class AuditJobs {
  constructor(private readonly sealAudit: SealAudit) {}

  @Handles('audit.seal')
  async onSeal(): Promise<void> {
    await this.sealAudit.execute();
  }
}
