import { Controller, Get, Query, Res } from '@nestjs/common';
import { ApiProduces, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import type { Language } from '../../../contract/errors.js';
import { AuditListRequest } from '../../../contract/operations/audit.dto.js';
import { DeskFileRequest } from '../../../contract/operations/desk-files.dto.js';
import { ForOperator } from '../../../platform/http/access.js';
import { RequestLanguage } from '../../../platform/http/request-language.js';
import { type Actor, CurrentOperator } from '../audit/index.js';
import { ExportAudit } from './export-audit.js';
import { sendFile } from '../../../platform/http/send-file.js';

/** The audit log as a file, for whoever may read it. */
@ApiTags('operations')
@ForOperator('auditor', 'administrator')
@Controller('ops/api/audit')
export class AuditFileController {
  constructor(private readonly exportAudit: ExportAudit) {}

  /** What the filter selects, as CSV. That it was kept is an entry of the log. */
  @Get('file')
  @ApiProduces('text/csv')
  async file(
    @CurrentOperator() actor: Actor & { operatorId: string },
    @RequestLanguage() language: Language,
    @Query() request: AuditListRequest,
    @Query() { zone }: DeskFileRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    sendFile(reply, await this.exportAudit.execute({ actor, language, zone }, request));
  }
}
