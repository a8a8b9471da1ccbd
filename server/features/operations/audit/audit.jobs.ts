import { Injectable } from '@nestjs/common';
import { Handles } from '../../../platform/jobs/handles.js';
import { AnchorAudit } from './anchor-audit.js';
import { SealAudit } from './seal-audit.js';

/** In by queue. */
@Injectable()
export class AuditJobs {
  constructor(
    private readonly sealAudit: SealAudit,
    private readonly anchorAudit: AnchorAudit,
  ) {}

  @Handles('audit.seal')
  async onSeal(): Promise<void> {
    await this.sealAudit.execute();
  }

  @Handles('audit.anchor')
  async onAnchor(): Promise<void> {
    await this.anchorAudit.execute();
  }
}
