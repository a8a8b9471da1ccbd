import { Body, Controller, Get, HttpCode, Param, Post, Query, Res } from '@nestjs/common';
import { ApiProduces, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { ok } from '../../../contract/envelope.dto.js';
import type { Language } from '../../../contract/errors.js';
import { ReasonRequest } from '../../../contract/operations/cases.dto.js';
import { DeskFileRequest } from '../../../contract/operations/desk-files.dto.js';
import { MerchantListRequest, MerchantPage } from '../../../contract/operations/otc.dto.js';
import { ProposedView } from '../../../contract/operations/proposals.dto.js';
import { ForOperator } from '../../../platform/http/access.js';
import { ApiOkEnvelope } from '../../../platform/http/api-replies.js';
import { RequestLanguage } from '../../../platform/http/request-language.js';
import { sendFile } from '../../../platform/http/send-file.js';
import { CurrentOperator } from '../audit/index.js';
import { type ActingOperator, rowId } from '../review/index.js';
import { AdmitMerchants } from './admit-merchants.js';
import { ExportMerchants } from './export-merchants.js';

/** Who may advertise coins to other users. */
@ApiTags('operations')
@ForOperator('settings')
@Controller('ops/api/merchants')
export class MerchantsDeskController {
  constructor(
    private readonly admitMerchants: AdmitMerchants,
    private readonly exportMerchants: ExportMerchants,
  ) {}

  @Get()
  @ForOperator('settings', 'support', 'auditor')
  @ApiOkEnvelope(MerchantPage)
  async list(@CurrentOperator() actor: ActingOperator, @Query() request: MerchantListRequest) {
    return ok(await this.admitMerchants.list(actor, request));
  }

  /** What the filter selects, as CSV. That it was kept is written down. */
  @Get('file')
  @ForOperator('settings', 'support', 'auditor')
  @ApiProduces('text/csv')
  async file(
    @CurrentOperator() actor: ActingOperator,
    @RequestLanguage() language: Language,
    @Query() request: MerchantListRequest,
    @Query() { zone }: DeskFileRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    sendFile(reply, await this.exportMerchants.execute({ actor, language, zone }, request));
  }

  /** Proposes that somebody may advertise. */
  @Post(':id/propose')
  @HttpCode(200)
  @ApiOkEnvelope(ProposedView)
  async propose(@CurrentOperator() actor: ActingOperator, @Param('id') id: string, @Body() { reason }: ReasonRequest) {
    return ok({ id: await this.admitMerchants.propose(actor, rowId(id), reason) });
  }

  /** Refuses, or suspends, at once. The user reads the reason. */
  @Post(':id/keep-out')
  @HttpCode(200)
  @ApiOkEnvelope('text')
  async exclude(@CurrentOperator() actor: ActingOperator, @Param('id') id: string, @Body() { reason }: ReasonRequest) {
    await this.admitMerchants.exclude(actor, rowId(id), reason);
    return ok('ok');
  }
}
