import { Body, Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ok } from '../../../contract/envelope.dto.js';
import { ReasonRequest } from '../../../contract/operations/cases.dto.js';
import { MerchantListRequest, MerchantPage } from '../../../contract/operations/otc.dto.js';
import { ProposedView } from '../../../contract/operations/proposals.dto.js';
import { ForOperator } from '../../../platform/http/access.js';
import { ApiOkEnvelope } from '../../../platform/http/api-replies.js';
import { CurrentOperator } from '../audit/index.js';
import { type ActingOperator, rowId } from '../review/index.js';
import { AdmitMerchants } from './admit-merchants.js';

/** Who may advertise coins to other users. */
@ApiTags('operations')
@ForOperator('settings')
@Controller('ops/api/merchants')
export class MerchantsDeskController {
  constructor(private readonly admitMerchants: AdmitMerchants) {}

  @Get()
  @ForOperator('settings', 'support', 'auditor')
  @ApiOkEnvelope(MerchantPage)
  async list(@Query() request: MerchantListRequest) {
    return ok(await this.admitMerchants.list(request));
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
  async keepOut(@CurrentOperator() actor: ActingOperator, @Param('id') id: string, @Body() { reason }: ReasonRequest) {
    await this.admitMerchants.keepOut(actor, rowId(id), reason);
    return ok('ok');
  }
}
