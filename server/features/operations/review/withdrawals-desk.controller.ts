import { Body, Controller, Get, HttpCode, Param, Post, Query, Res } from '@nestjs/common';
import { ApiProduces, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import type { Language } from '../../../contract/errors.js';
import { ok } from '../../../contract/envelope.dto.js';
import {
  CaseListRequest,
  ClaimView,
  DecisionView,
  ReasonRequest,
  WithdrawalCasePage,
  WithdrawalCaseDetailView,
} from '../../../contract/operations/cases.dto.js';
import { WithdrawalPaidRequest } from '../../../contract/operations/sending.dto.js';
import { DeskFileRequest } from '../../../contract/operations/desk-files.dto.js';
import {
  ManyWithdrawalsRequest,
  ManyWithdrawalsView,
  PickedWithdrawalsRequest,
} from '../../../contract/operations/many-withdrawals.dto.js';
import { ForOperator } from '../../../platform/http/access.js';
import { ApiOkEnvelope } from '../../../platform/http/api-replies.js';
import { RequestLanguage } from '../../../platform/http/request-language.js';
import { IdempotencyKey } from '../../../platform/idempotency/idempotency-key.js';
import { CurrentOperator } from '../audit/index.js';
import { rowId } from './case-filter.js';
import { ClaimCase } from './claim-case.js';
import { DecideManyWithdrawals } from './decide-many-withdrawals.js';
import { DecidePickedWithdrawals } from './decide-picked-withdrawals.js';
import { DecideWithdrawalCases } from './decide-withdrawal-cases.js';
import { sendFile } from '../../../platform/http/send-file.js';
import { ExportCases } from './export-cases.js';
import type { ActingOperator } from './acting-operator.js';
import { ListWithdrawalCases } from './list-withdrawal-cases.js';

/** The queue of withdrawals, and those that are to be paid. */
@ApiTags('operations')
@ForOperator('treasurer')
@Controller('ops/api/withdrawals')
export class WithdrawalsDeskController {
  constructor(
    private readonly listWithdrawalCases: ListWithdrawalCases,
    private readonly decideWithdrawalCases: DecideWithdrawalCases,
    private readonly claimCase: ClaimCase,
    private readonly exportCases: ExportCases,
    private readonly decideManyWithdrawals: DecideManyWithdrawals,
    private readonly decidePickedWithdrawals: DecidePickedWithdrawals,
  ) {}

  @Get()
  @ForOperator('treasurer', 'support', 'auditor')
  @ApiOkEnvelope(WithdrawalCasePage)
  async list(@CurrentOperator() actor: ActingOperator, @Query() request: CaseListRequest) {
    return ok(await this.listWithdrawalCases.list(actor, request));
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
    sendFile(reply, await this.exportCases.withdrawals({ actor, language, zone }, request));
  }

  /** One withdrawal with its history and the user's others. That it was opened is written down. */
  @Get(':id')
  @ForOperator('treasurer', 'support', 'auditor')
  @ApiOkEnvelope(WithdrawalCaseDetailView)
  async open(@CurrentOperator() actor: ActingOperator, @Param('id') id: string) {
    return ok(await this.listWithdrawalCases.open(actor, rowId(id)));
  }

  /** What would become of each line of a table of withdrawals. Nothing is done. */
  @Post('many/check')
  @HttpCode(200)
  @ApiOkEnvelope(ManyWithdrawalsView)
  async checkMany(
    @CurrentOperator() actor: ActingOperator,
    @RequestLanguage() language: Language,
    @Body() request: ManyWithdrawalsRequest,
  ) {
    return ok(await this.decideManyWithdrawals.check({ actor, language, key: null }, request));
  }

  /** Releases those of a table, or marks them as paid; as long as one line is wrong, none. Says of each line what came of it. */
  @Post('many')
  @HttpCode(200)
  @ApiOkEnvelope(ManyWithdrawalsView)
  async decideMany(
    @CurrentOperator() actor: ActingOperator,
    @RequestLanguage() language: Language,
    @Body() request: ManyWithdrawalsRequest,
    @IdempotencyKey() key: string | null,
  ) {
    return ok(await this.decideManyWithdrawals.execute({ actor, language, key }, request));
  }

  /** What would become of each of those that were ticked. Nothing is done. */
  @Post('picked/check')
  @HttpCode(200)
  @ApiOkEnvelope(ManyWithdrawalsView)
  async checkPicked(
    @CurrentOperator() actor: ActingOperator,
    @RequestLanguage() language: Language,
    @Body() request: PickedWithdrawalsRequest,
  ) {
    return ok(await this.decidePickedWithdrawals.check({ actor, language, key: null }, request));
  }

  /** Releases, rejects or marks as paid those that were ticked, each by itself. Says of each what came of it. */
  @Post('picked')
  @HttpCode(200)
  @ApiOkEnvelope(ManyWithdrawalsView)
  async decidePicked(
    @CurrentOperator() actor: ActingOperator,
    @RequestLanguage() language: Language,
    @Body() request: PickedWithdrawalsRequest,
    @IdempotencyKey() key: string | null,
  ) {
    return ok(await this.decidePickedWithdrawals.execute({ actor, language, key }, request));
  }

  /** Takes the withdrawal for a quarter of an hour; nobody else can decide it meanwhile. */
  @Post(':id/claim')
  @HttpCode(200)
  @ApiOkEnvelope(ClaimView)
  async claim(@CurrentOperator() actor: ActingOperator, @Param('id') id: string) {
    return ok(await this.claimCase.execute(actor, { kind: 'withdrawal', id: rowId(id) }));
  }

  @Post(':id/release')
  @HttpCode(200)
  @ApiOkEnvelope('text')
  async release(@CurrentOperator() actor: ActingOperator, @Param('id') id: string) {
    await this.claimCase.release(actor, { kind: 'withdrawal', id: rowId(id) });
    return ok('ok');
  }

  /** Releases it. Above the network's limit two operators have to say so. */
  @Post(':id/approve')
  @HttpCode(200)
  @ApiOkEnvelope(DecisionView)
  async approve(@CurrentOperator() actor: ActingOperator, @Param('id') id: string) {
    return ok(await this.decideWithdrawalCases.approve(actor, rowId(id)));
  }

  /** The money goes back to the user whole, and the reason is shown to that user. Of one that is released two operators have to say so. */
  @Post(':id/reject')
  @HttpCode(200)
  @ApiOkEnvelope(DecisionView)
  async reject(@CurrentOperator() actor: ActingOperator, @Param('id') id: string, @Body() { reason }: ReasonRequest) {
    return ok(await this.decideWithdrawalCases.reject(actor, rowId(id), reason));
  }

  /** A released one has left the house, by this transaction. Where another operator sends it, two say so, each with a reason. */
  @Post(':id/paid')
  @HttpCode(200)
  @ApiOkEnvelope(DecisionView)
  async pay(@CurrentOperator() actor: ActingOperator, @Param('id') id: string, @Body() request: WithdrawalPaidRequest) {
    return ok(await this.decideWithdrawalCases.pay(actor, rowId(id), request));
  }
}
