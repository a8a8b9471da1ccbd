import { Controller, Get, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ok } from '../../../contract/envelope.dto.js';
import { TradingStatusView } from '../../../contract/trading/trading-status.dto.js';
import { Public } from '../../../platform/http/access.js';
import { ApiOkEnvelope } from '../../../platform/http/api-replies.js';
import { ReplyCache, type ReplyPlan } from '../../../platform/http/reply-cache.js';
import { ReadTradingStatus } from './read-trading-status.js';

const PLAN: ReplyPlan = { key: 'trading status', version: () => '', validMs: 2000, cacheControl: 'no-cache' };

/** In by HTTP: whether the books take new commitments. */
@ApiTags('trading')
@Controller('trading')
export class LedgerController {
  constructor(
    private readonly readTradingStatus: ReadTradingStatus,
    private readonly replies: ReplyCache,
  ) {}

  /** Whether new orders, transfers and withdrawals are taken, with real money and with demo money. */
  @Public()
  @Get('status')
  @ApiOkEnvelope(TradingStatusView)
  async status(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    await this.replies.send(request, reply, PLAN, async () => ok(await this.readTradingStatus.execute()));
  }
}
