import { Body, Controller, Get, HttpCode, Param, Post, Query, Res } from '@nestjs/common';
import { ApiProduces, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import type { Language } from '../../../contract/errors.js';
import { ok } from '../../../contract/envelope.dto.js';
import { ReasonRequest } from '../../../contract/operations/cases.dto.js';
import { PairPage } from '../../../contract/operations/pairs.dto.js';
import {
  ApprovalView,
  ProposalListRequest,
  ProposalPage,
  ProposeAdjustmentRequest,
  ProposeInsuranceRequest,
  ProposedView,
} from '../../../contract/operations/proposals.dto.js';
import { PageRequest } from '../../../contract/pages.dto.js';
import { DeskFileRequest } from '../../../contract/operations/desk-files.dto.js';
import { ForOperator } from '../../../platform/http/access.js';
import { ApiOkEnvelope } from '../../../platform/http/api-replies.js';
import { RequestLanguage } from '../../../platform/http/request-language.js';
import { IdempotencyKey } from '../../../platform/idempotency/idempotency-key.js';
import { CurrentOperator } from '../audit/index.js';
import { sendFile } from '../../../platform/http/send-file.js';
import { ExportProposals } from './export-proposals.js';
import { type ActingOperator, rowId } from '../review/index.js';
import { DecideProposals } from './decide-proposals.js';
import { ListPairs } from './list-pairs.js';
import { ProposeAdjustment } from './propose-adjustment.js';
import { TopUpInsurance } from './top-up-insurance.js';

/** What takes two people. */
@ApiTags('operations')
@Controller('ops/api')
export class ProposalsController {
  constructor(
    private readonly decideProposals: DecideProposals,
    private readonly listPairs: ListPairs,
    private readonly proposeAdjustment: ProposeAdjustment,
    private readonly topUpInsurance: TopUpInsurance,
    private readonly exportProposals: ExportProposals,
  ) {}

  /** Who proposed and approved with whom in the last days: two who do it with each other all day are marked. */
  @Get('pairs')
  @ForOperator('auditor', 'administrator')
  @ApiOkEnvelope(PairPage)
  async pairs(@Query() request: PageRequest) {
    return ok(await this.listPairs.execute(request));
  }

  @Get('proposals')
  @ForOperator('treasurer', 'settings', 'support', 'auditor', 'administrator')
  @ApiOkEnvelope(ProposalPage)
  async list(@CurrentOperator() actor: ActingOperator, @Query() request: ProposalListRequest) {
    return ok(await this.decideProposals.list(actor, request));
  }

  /** What the filter selects, as CSV. That it was kept is written down. */
  @Get('proposals/file')
  @ForOperator('treasurer', 'settings', 'support', 'auditor', 'administrator')
  @ApiProduces('text/csv')
  async file(
    @CurrentOperator() actor: ActingOperator,
    @RequestLanguage() language: Language,
    @Query() request: ProposalListRequest,
    @Query() { zone }: DeskFileRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    sendFile(reply, await this.exportProposals.execute({ actor, language, zone }, request));
  }

  /** Proposes a change of a user's money by hand. Nothing moves until another operator approves. */
  @Post('adjustments')
  @HttpCode(200)
  @ForOperator('treasurer')
  @ApiOkEnvelope(ProposedView)
  async propose(
    @CurrentOperator() actor: ActingOperator,
    @Body() request: ProposeAdjustmentRequest,
    @IdempotencyKey() key: string | null,
  ) {
    return ok({ id: await this.proposeAdjustment.execute(actor, request, key) });
  }

  /** Proposes to put the house's own money into the insurance fund. Nothing moves until another operator approves. */
  @Post('insurance')
  @HttpCode(200)
  @ForOperator('treasurer')
  @ApiOkEnvelope(ProposedView)
  async proposeInsurance(
    @CurrentOperator() actor: ActingOperator,
    @Body() request: ProposeInsuranceRequest,
    @IdempotencyKey() key: string | null,
  ) {
    return ok({ id: await this.topUpInsurance.propose(actor, request, key) });
  }

  /** Does what somebody else proposed. The one-time password of an operator is told here, once. */
  @Post('proposals/:id/approve')
  @HttpCode(200)
  @ForOperator('treasurer', 'settings', 'administrator')
  @ApiOkEnvelope(ApprovalView)
  async approve(@CurrentOperator() actor: ActingOperator, @Param('id') id: string) {
    return ok(await this.decideProposals.approve(actor, rowId(id)));
  }

  /** Nothing comes of it. */
  @Post('proposals/:id/reject')
  @HttpCode(200)
  @ForOperator('treasurer', 'settings', 'support', 'administrator')
  @ApiOkEnvelope('text')
  async reject(@CurrentOperator() actor: ActingOperator, @Param('id') id: string, @Body() { reason }: ReasonRequest) {
    await this.decideProposals.reject(actor, rowId(id), reason);
    return ok('ok');
  }
}
