import { Controller, Get, Query, Res } from '@nestjs/common';
import { ApiProduces, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import type { Language } from '../../../contract/errors.js';
import { DeskFileRequest } from '../../../contract/operations/desk-files.dto.js';
import { ArticleListRequest } from '../../../contract/operations/news.dto.js';
import { ForOperator } from '../../../platform/http/access.js';
import { RequestLanguage } from '../../../platform/http/request-language.js';
import { sendFile } from '../../../platform/http/send-file.js';
import { CurrentOperator } from '../audit/index.js';
import type { ActingOperator } from '../review/index.js';
import { ExportArticles } from './export-articles.js';

/** Articles as a file, for whoever may see their list. */
@ApiTags('operations')
@Controller('ops/api/news')
export class ArticlesFileController {
  constructor(private readonly exportArticles: ExportArticles) {}

  /** What the filter selects, as CSV. That it was kept is written down. */
  @Get('file')
  @ForOperator('settings', 'support', 'auditor')
  @ApiProduces('text/csv')
  async file(
    @CurrentOperator() actor: ActingOperator,
    @RequestLanguage() language: Language,
    @Query() request: ArticleListRequest,
    @Query() { zone }: DeskFileRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    sendFile(reply, await this.exportArticles.execute({ actor, language, zone }, request));
  }
}
