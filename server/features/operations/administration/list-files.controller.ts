import { Controller, Get, Param, Query, Res } from '@nestjs/common';
import { ApiProduces, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import type { Language } from '../../../contract/errors.js';
import { AnnouncedActListRequest } from '../../../contract/operations/announced-acts.dto.js';
import {
  JournalListRequest,
  LedgerAccountsRequest,
  LedgerLinesRequest,
} from '../../../contract/operations/books.dto.js';
import { DeskFileRequest } from '../../../contract/operations/desk-files.dto.js';
import { UserStatementRequest } from '../../../contract/operations/users.dto.js';
import { ForOperator } from '../../../platform/http/access.js';
import { RequestLanguage } from '../../../platform/http/request-language.js';
import { sendFile } from '../../../platform/http/send-file.js';
import { CurrentOperator } from '../audit/index.js';
import { type ActingOperator, rowId } from '../review/index.js';
import { ExportBooks } from './export-books.js';
import { ExportDeskLists } from './export-desk-lists.js';

/** Lists of the administration as files, each for whoever may see the list. That one was kept is written down. */
@ApiTags('operations')
@ApiProduces('text/csv')
@Controller('ops/api')
export class ListFilesController {
  constructor(
    private readonly exportBooks: ExportBooks,
    private readonly exportDeskLists: ExportDeskLists,
  ) {}

  @Get('books/accounts/file')
  @ForOperator('auditor', 'treasurer')
  async accounts(
    @CurrentOperator() actor: ActingOperator,
    @RequestLanguage() language: Language,
    @Query() request: LedgerAccountsRequest,
    @Query() { zone }: DeskFileRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    sendFile(reply, await this.exportBooks.accounts({ actor, language, zone }, request));
  }

  /** What was posted to one account of the books, of the house or of a user. */
  @Get('books/accounts/:id/lines/file')
  @ForOperator('auditor', 'treasurer')
  async lines(
    @CurrentOperator() actor: ActingOperator,
    @RequestLanguage() language: Language,
    @Param('id') id: string,
    @Query() request: LedgerLinesRequest,
    @Query() { zone }: DeskFileRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    sendFile(reply, await this.exportBooks.lines({ actor, language, zone }, rowId(id), request));
  }

  @Get('books/journals/file')
  @ForOperator('auditor', 'treasurer')
  async journals(
    @CurrentOperator() actor: ActingOperator,
    @RequestLanguage() language: Language,
    @Query() request: JournalListRequest,
    @Query() { zone }: DeskFileRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    sendFile(reply, await this.exportBooks.journals({ actor, language, zone }, request));
  }

  @Get('users/:id/statement/file')
  @ForOperator('support', 'treasurer', 'reviewer', 'auditor')
  async statement(
    @CurrentOperator() actor: ActingOperator,
    @RequestLanguage() language: Language,
    @Param('id') id: string,
    @Query() request: UserStatementRequest,
    @Query() { zone }: DeskFileRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    sendFile(reply, await this.exportBooks.statement({ actor, language, zone }, rowId(id), request));
  }

  @Get('announced/file')
  @ForOperator('treasurer', 'settings', 'auditor', 'administrator')
  async announced(
    @CurrentOperator() actor: ActingOperator,
    @RequestLanguage() language: Language,
    @Query() request: AnnouncedActListRequest,
    @Query() { zone }: DeskFileRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    sendFile(reply, await this.exportDeskLists.announced({ actor, language, zone }, request));
  }

  @Get('markets/file')
  @ForOperator('settings', 'support', 'auditor')
  async markets(
    @CurrentOperator() actor: ActingOperator,
    @RequestLanguage() language: Language,
    @Query() { zone }: DeskFileRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    sendFile(reply, await this.exportDeskLists.markets({ actor, language, zone }));
  }

  @Get('operators/file')
  @ForOperator('administrator', 'auditor')
  async operators(
    @CurrentOperator() actor: ActingOperator,
    @RequestLanguage() language: Language,
    @Query() { zone }: DeskFileRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    sendFile(reply, await this.exportDeskLists.operators({ actor, language, zone }));
  }
}
