import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ok } from '../../../contract/envelope.dto.js';
import { AuditListRequest, AuditPage } from '../../../contract/operations/audit.dto.js';
import { ForOperator } from '../../../platform/http/access.js';
import { ApiOkEnvelope } from '../../../platform/http/api-replies.js';
import { ListAudit } from './list-audit.js';

/** The audit log, for those who look over the others' shoulders. Nothing here changes anything. */
@ApiTags('operations')
@Controller('ops/api/audit')
export class AuditController {
  constructor(private readonly listAudit: ListAudit) {}

  /** What operators did and looked at, newest first. */
  @Get()
  @ForOperator('auditor', 'administrator')
  @ApiOkEnvelope(AuditPage)
  async entries(@Query() request: AuditListRequest) {
    return ok(await this.listAudit.execute(request));
  }
}
