import { Body, Controller, Get, HttpCode, Param, Post, Query, Res } from '@nestjs/common';
import { ApiProduces, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import type { Language } from '../../../contract/errors.js';
import { ok } from '../../../contract/envelope.dto.js';
import { ReasonRequest } from '../../../contract/operations/cases.dto.js';
import { ProposedView } from '../../../contract/operations/proposals.dto.js';
import { UploadLookPage, UploadLooksRequest } from '../../../contract/operations/audit.dto.js';
import {
  LedgerLinePage,
  RevokeSessionsRequest,
  UserDetailView,
  UserListRequest,
  UserPage,
  UserStatementRequest,
} from '../../../contract/operations/users.dto.js';
import { DeskFileRequest } from '../../../contract/operations/desk-files.dto.js';
import { ForOperator } from '../../../platform/http/access.js';
import { ApiOkEnvelope } from '../../../platform/http/api-replies.js';
import { RequestLanguage } from '../../../platform/http/request-language.js';
import { IdempotencyKey } from '../../../platform/idempotency/idempotency-key.js';
import { CurrentOperator } from '../audit/index.js';
import { sendFile } from '../../../platform/http/send-file.js';
import { ExportUsers } from './export-users.js';
import { type ActingOperator, rowId } from '../review/index.js';
import { EndAllSessions } from './end-all-sessions.js';
import { InspectBooks } from './inspect-books.js';
import { ListUsers } from './list-users.js';
import { RevokeSessions } from './revoke-sessions.js';

/** Users and what is known of them. Nothing of it can be changed but that a session ends. */
@ApiTags('operations')
@ForOperator('support', 'treasurer', 'reviewer', 'auditor')
@Controller('ops/api')
export class PeopleController {
  constructor(
    private readonly listUsers: ListUsers,
    private readonly books: InspectBooks,
    private readonly revokeSessions: RevokeSessions,
    private readonly endAllSessions: EndAllSessions,
    private readonly exportUsers: ExportUsers,
  ) {}

  /** By number, or by the beginning of a user name, an e-mail address or a phone. A search is written down. */
  @Get('users')
  @ApiOkEnvelope(UserPage)
  async list(@CurrentOperator() actor: ActingOperator, @Query() request: UserListRequest) {
    return ok(await this.listUsers.list(actor, request));
  }

  /** What the filter selects, as CSV. That it was kept is written down. */
  @Get('users/file')
  @ApiProduces('text/csv')
  async file(
    @CurrentOperator() actor: ActingOperator,
    @RequestLanguage() language: Language,
    @Query() request: UserListRequest,
    @Query() { zone }: DeskFileRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    sendFile(reply, await this.exportUsers.execute({ actor, language, zone }, request));
  }

  /** Sessions, holds, verification, balances, security. That it was opened is written down. */
  @Get('users/:id')
  @ApiOkEnvelope(UserDetailView)
  async open(@CurrentOperator() actor: ActingOperator, @Param('id') id: string, @RequestLanguage() language: Language) {
    return ok(await this.listUsers.open(actor, rowId(id), language));
  }

  @Get('users/:id/statement')
  @ApiOkEnvelope(LedgerLinePage)
  async statement(
    @CurrentOperator() actor: ActingOperator,
    @Param('id') id: string,
    @Query() request: UserStatementRequest,
  ) {
    return ok(await this.books.statement(actor, rowId(id), request));
  }

  /** Ends one session of the user or all of them. */
  @Post('users/:id/revoke-sessions')
  @HttpCode(200)
  @ForOperator('support')
  @ApiOkEnvelope('text')
  async revoke(
    @CurrentOperator() actor: ActingOperator,
    @Param('id') id: string,
    @Body() { sessionId, reason }: RevokeSessionsRequest,
  ) {
    await this.revokeSessions.execute(actor, rowId(id), { sessionId: sessionId ?? null, reason });
    return ok('ok');
  }

  /** Proposes to log out all users at once. Nobody is logged out until another administrator approves. */
  @Post('sessions/end-all')
  @HttpCode(200)
  @ForOperator('administrator')
  @ApiOkEnvelope(ProposedView)
  async endAll(
    @CurrentOperator() actor: ActingOperator,
    @Body() { reason }: ReasonRequest,
    @IdempotencyKey() key: string | null,
  ) {
    return ok({ id: await this.endAllSessions.propose(actor, reason, key) });
  }

  /** Who looked at users' photos, newest first. */
  @Get('audit/uploads')
  @ForOperator('auditor')
  @ApiOkEnvelope(UploadLookPage)
  async uploadLooks(@Query() request: UploadLooksRequest) {
    return ok(await this.listUsers.uploadLooks(request));
  }
}
