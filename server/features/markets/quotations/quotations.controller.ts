import { Controller, Get, Query, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ok } from '../../../contract/envelope.dto.js';
import {
  DealRequest,
  QuotationGroupView,
  QuotationPairView,
  TradeRowView,
} from '../../../contract/markets/quotations.dto.js';
import { Public } from '../../../platform/http/access.js';
import { ApiOkEnvelope } from '../../../platform/http/api-replies.js';
import { ReplyCache, type ReplyPlan } from '../../../platform/http/reply-cache.js';
import { GetQuotation } from './get-quotation.js';
import { ListQuotations } from './list-quotations.js';
import { ListRecommended } from './list-recommended.js';
import { ListTrades } from './list-trades.js';

const VALID_MS = 100;

/** Quotations. Public; the same for everybody, so made once a beat. */
@ApiTags('markets')
@Public()
@Controller('currency')
export class QuotationsController {
  constructor(
    private readonly listQuotations: ListQuotations,
    private readonly listRecommended: ListRecommended,
    private readonly getQuotation: GetQuotation,
    private readonly listTrades: ListTrades,
    private readonly replies: ReplyCache,
  ) {}

  /**
   * All markets but stocks, grouped by quote currency, USDT first. Every pair carries `origin`: `simulated` prices
   * are invented.
   */
  @Get('quotation_new')
  @ApiOkEnvelope([QuotationGroupView])
  list(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.replies.send(request, reply, this.plan('quotation_new'), () => ok(this.listQuotations.execute()));
  }

  /** The recommended markets, in the same form. */
  @Get('quotation_recomm')
  @ApiOkEnvelope([QuotationGroupView])
  recommended(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.replies.send(request, reply, this.plan('quotation_recomm'), () => ok(this.listRecommended.execute()));
  }

  /** One market, by the ids of its currencies. */
  @Get('deal')
  @ApiOkEnvelope(QuotationPairView)
  deal(@Query() { currency_id, legal_id }: DealRequest) {
    return ok(this.getQuotation.execute(Number(currency_id), Number(legal_id)));
  }

  /** The last 20 trades of a market, newest first. */
  @Get('new_tradehistory')
  @ApiOkEnvelope([TradeRowView])
  tradeHistory(@Query() { currency_id, legal_id }: DealRequest) {
    return ok(this.listTrades.execute(Number(currency_id), Number(legal_id)));
  }

  private plan(key: string): ReplyPlan {
    return {
      key,
      version: () => this.getQuotation.version,
      validMs: VALID_MS,
      cacheControl: 'no-cache',
    };
  }
}
