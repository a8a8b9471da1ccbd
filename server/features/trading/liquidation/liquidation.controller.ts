import { Controller, Get, Query, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ok } from '../../../contract/envelope.dto.js';
import {
  InsuranceFundView,
  LiquidationReportRequest,
  LiquidationStepView,
} from '../../../contract/trading/liquidation.dto.js';
import { type CurrentSession, CurrentUser, Public, SignedIn } from '../../../platform/http/access.js';
import { ApiOkEnvelope } from '../../../platform/http/api-replies.js';
import { ReplyCache, type ReplyPlan } from '../../../platform/http/reply-cache.js';
import { GetReports } from './get-reports.js';

/** Equal requests within this time are answered from one reading. */
const VALID_MS = 1000;

/** Events of perpetual contracts that the product causes: liquidations, stops, the insurance fund. */
@ApiTags('futures')
@Controller('futures')
export class LiquidationController {
  constructor(
    private readonly getReports: GetReports,
    private readonly replies: ReplyCache,
  ) {}

  /** Every liquidation step of a position of the caller, with the data that it was decided from. */
  @SignedIn()
  @Get('liquidation-report')
  @ApiOkEnvelope([LiquidationStepView])
  async report(@CurrentUser() { userId }: CurrentSession, @Query() { id }: LiquidationReportRequest) {
    return ok(await this.getReports.steps(userId, id));
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
}

function plan(key: string): ReplyPlan {
  return { key, version: () => '', validMs: VALID_MS, cacheControl: 'no-cache' };
}
