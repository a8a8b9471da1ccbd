import { Controller, Get, Query, Res } from '@nestjs/common';
import { ApiProduces, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import type { Language } from '../../../contract/errors.js';
import { ExportRequest } from '../../../contract/wallet/exports.dto.js';
import { type CurrentSession, CurrentUser, SignedIn } from '../../../platform/http/access.js';
import { Rate } from '../../../platform/http/rate-limits/rate-classes.js';
import { RequestLanguage } from '../../../platform/http/request-language.js';
import { sendFile } from '../../../platform/http/send-file.js';
import { ExportList } from './export-list.js';

/** The caller's lists as files. */
@ApiTags('wallet')
@SignedIn()
@Controller()
export class ExportsController {
  constructor(private readonly exportList: ExportList) {}

  /** One list of the caller's own or of its sub-account, of a year at most, as CSV or PDF. */
  @Get('exports/file')
  @Rate('heavy')
  @ApiProduces('text/csv', 'application/pdf')
  async file(
    @CurrentUser() { userId }: CurrentSession,
    @RequestLanguage() language: Language,
    @Query() asked: ExportRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    sendFile(reply, await this.exportList.execute(userId, language, asked));
  }
}
