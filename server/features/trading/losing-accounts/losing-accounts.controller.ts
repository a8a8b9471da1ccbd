import { Controller, Get, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ok } from '../../../contract/envelope.dto.js';
import { LosingAccountsView } from '../../../contract/trading/losing-accounts.dto.js';
import { Public } from '../../../platform/http/access.js';
import { ApiOkEnvelope } from '../../../platform/http/api-replies.js';
import { ReplyCache, type ReplyPlan } from '../../../platform/http/reply-cache.js';
import { GetLosingShare } from './get-losing-share.js';

const PLAN: ReplyPlan = { key: 'losing accounts', version: () => '', validMs: 60_000, cacheControl: 'no-cache' };

/** What everybody may know before trading. */
@ApiTags('markets')
@Controller('products')
export class LosingAccountsController {
  constructor(
    private readonly getLosingShare: GetLosingShare,
    private readonly replies: ReplyCache,
  ) {}

  /** The share of accounts that lost money with each product over the last twelve months. */
  @Public()
  @Get('losing_accounts')
  @ApiOkEnvelope([LosingAccountsView])
  async losing(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    await this.replies.send(request, reply, PLAN, async () => ok(await this.getLosingShare.execute()));
  }
}
