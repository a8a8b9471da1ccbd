import { Body, Controller, Get, HttpCode, Param, Post, Query, Res } from '@nestjs/common';
import { ApiProduces, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import type { Language } from '../../../contract/errors.js';
import { ok } from '../../../contract/envelope.dto.js';
import {
  ApproveDepositRequest,
  CaseListRequest,
  ClaimView,
  DecisionView,
  DepositCasePage,
  DepositDetailView,
  ReasonRequest,
} from '../../../contract/operations/cases.dto.js';
import { DeskFileRequest } from '../../../contract/operations/desk-files.dto.js';
import { ForOperator } from '../../../platform/http/access.js';
import { ApiOkEnvelope } from '../../../platform/http/api-replies.js';
import { RequestLanguage } from '../../../platform/http/request-language.js';
import { CurrentOperator } from '../audit/index.js';
import { sendPhoto } from '../../account/uploads/index.js';
import { rowId } from './case-filter.js';
import { ClaimCase } from './claim-case.js';
import { DecideDepositCases } from './decide-deposit-cases.js';
import { sendFile } from '../../../platform/http/send-file.js';
import { ExportCases } from './export-cases.js';
import type { ActingOperator } from './acting-operator.js';
import { ListDepositCases } from './list-deposit-cases.js';

/** The queue of deposits. */
@ApiTags('operations')
@ForOperator('treasurer')
@Controller('ops/api/deposits')
export class DepositsDeskController {
  constructor(
    private readonly listDepositCases: ListDepositCases,
    private readonly decideDepositCases: DecideDepositCases,
    private readonly claimCase: ClaimCase,
    private readonly exportCases: ExportCases,
  ) {}

  @Get()
  @ForOperator('treasurer', 'support', 'auditor')
  @ApiOkEnvelope(DepositCasePage)
  async list(@CurrentOperator() actor: ActingOperator, @Query() request: CaseListRequest) {
    return ok(await this.listDepositCases.list(actor, request));
  }

  /** What the filter selects, as CSV. That it was kept is written down. */
  @Get('file')
  @ForOperator('treasurer', 'support', 'auditor')
  @ApiProduces('text/csv')
  async file(
    @CurrentOperator() actor: ActingOperator,
    @RequestLanguage() language: Language,
    @Query() request: CaseListRequest,
    @Query() { zone }: DeskFileRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    sendFile(reply, await this.exportCases.deposits({ actor, language, zone }, request));
  }

  /** One deposit with its history and the user's others. That it was opened is written down. */
  @Get(':id')
  @ForOperator('treasurer', 'support', 'auditor')
  @ApiOkEnvelope(DepositDetailView)
  async open(@CurrentOperator() actor: ActingOperator, @Param('id') id: string) {
    return ok(await this.listDepositCases.open(actor, rowId(id)));
  }

  /** The picture that the user handed in. Every look is written down, and the user can see it. */
  @Get(':id/proof')
  @ForOperator('treasurer')
  @ApiProduces('image/jpeg')
  async proof(
    @CurrentOperator() actor: ActingOperator,
    @Param('id') id: string,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    sendPhoto(reply, await this.listDepositCases.proof(actor, rowId(id)));
  }

  /** Takes the deposit for a quarter of an hour; nobody else can decide it meanwhile. */
  @Post(':id/claim')
  @HttpCode(200)
  @ApiOkEnvelope(ClaimView)
  async claim(@CurrentOperator() actor: ActingOperator, @Param('id') id: string) {
    return ok(await this.claimCase.execute(actor, { kind: 'deposit', id: rowId(id) }));
  }

  @Post(':id/release')
  @HttpCode(200)
  @ApiOkEnvelope('text')
  async release(@CurrentOperator() actor: ActingOperator, @Param('id') id: string) {
    await this.claimCase.release(actor, { kind: 'deposit', id: rowId(id) });
    return ok('ok');
  }

  /** The money is there: the user's spot account is credited. Above the limit, and where no chain confirms a coin, two operators have to say so. */
  @Post(':id/approve')
  @HttpCode(200)
  @ApiOkEnvelope(DecisionView)
  async approve(
    @CurrentOperator() actor: ActingOperator,
    @Param('id') id: string,
    @Body() request: ApproveDepositRequest,
  ) {
    return ok(await this.decideDepositCases.approve(actor, rowId(id), request));
  }

  /** The money did not come. The user reads the reason. */
  @Post(':id/reject')
  @HttpCode(200)
  @ApiOkEnvelope(DecisionView)
  async reject(@CurrentOperator() actor: ActingOperator, @Param('id') id: string, @Body() { reason }: ReasonRequest) {
    return ok(await this.decideDepositCases.reject(actor, rowId(id), reason));
  }
}
