import { Controller, Get, Query, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ok } from '../../../contract/envelope.dto.js';
import { FundingRequest, FundingView } from '../../../contract/trading/liquidation.dto.js';
import { Public } from '../../../platform/http/access.js';
import { ApiOkEnvelope } from '../../../platform/http/api-replies.js';
import { ReplyCache, type ReplyPlan } from '../../../platform/http/reply-cache.js';
import { GetFunding } from './get-funding.js';

/** Equal requests within this time are answered from one reading. */
const VALID_MS = 1000;

/** Funding of perpetual contracts. */
@ApiTags('futures')
@Controller('futures')
export class FundingController {
  constructor(
    private readonly getFunding: GetFunding,
    private readonly replies: ReplyCache,
  ) {}

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
    const key = `futures funding ${symbol ?? ''}`;
    const plan: ReplyPlan = { key, version: () => '', validMs: VALID_MS, cacheControl: 'no-cache' };
    await this.replies.send(request, reply, plan, rates);
  }
}
