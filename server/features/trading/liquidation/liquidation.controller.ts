import { Controller, Get, Query, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ok } from '../../../contract/envelope.dto.js';
import {
  FundingRequest,
  FundingView,
  InsuranceFundView,
  LiquidationReportRequest,
  LiquidationStepView,
  StopReceiptView,
} from '../../../contract/trading/liquidation.dto.js';
import { type CurrentSession, CurrentUser, Public, SignedIn } from '../../../platform/http/access.js';
import { ApiOkEnvelope } from '../../../platform/http/api-replies.js';
import { ReplyCache, type ReplyPlan } from '../../../platform/http/reply-cache.js';
import { GetFunding } from '../funding/index.js';
import { GetReports } from './get-reports.js';

/** Equal requests within this time are answered from one reading. */
const VALID_MS = 1000;

/** Events of perpetual contracts that the product causes: liquidations, stops, the insurance fund. */
@ApiTags('futures')
@Controller('futures')
export class LiquidationController {
  constructor(
    private readonly getReports: GetReports,
    private readonly getFunding: GetFunding,
    private readonly replies: ReplyCache,
  ) {}

  /** Every liquidation step of a position of the caller, with the data that it was decided from. */
  @SignedIn()
  @Get('liquidation-report')
  @ApiOkEnvelope([LiquidationStepView])
  async report(@CurrentUser() { userId }: CurrentSession, @Query() { id }: LiquidationReportRequest) {
    return ok(await this.getReports.steps(userId, id));
  }

  /** Take-profits and stop-losses of a position of the caller that fired. */
  @SignedIn()
  @Get('stop-receipts')
  @ApiOkEnvelope([StopReceiptView])
  async stops(@CurrentUser() { userId }: CurrentSession, @Query() { id }: LiquidationReportRequest) {
    return ok(await this.getReports.stops(userId, id));
  }

  /** The insurance fund from the ledger: its balance, and its changes by day. */
  @Public()
  @Get('insurance')
  @ApiOkEnvelope([InsuranceFundView])
  async insurance(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    await this.replies.send(request, reply, plan('futures insurance'), async () =>
      ok(await this.getReports.insurance()),
    );
  }

  /** The funding rate that comes next, with its countdown, and those that were. */
  @Public()
  @Get('funding')
  @ApiOkEnvelope([FundingView])
  async rates(
    @Query() { symbol }: FundingRequest,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const rates = async () => ok(await this.getFunding.execute(symbol));
    await this.replies.send(request, reply, plan(`futures funding ${symbol ?? ''}`), rates);
  }
}

function plan(key: string): ReplyPlan {
  return { key, version: () => '', validMs: VALID_MS, cacheControl: 'no-cache' };
}
