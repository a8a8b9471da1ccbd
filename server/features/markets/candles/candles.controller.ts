import { Controller, Get, Query, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CandleRowsReply, CandlesRequest } from '../../../contract/markets/quotations.dto.js';
import { Public } from '../../../platform/http/access.js';
import { ApiRows } from '../../../platform/http/api-replies.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { MarketCatalog } from '../market-board/index.js';
import { CandleReplies } from './candle-replies.js';

@ApiTags('candles')
@Public()
@Controller('currency')
export class CandlesController {
  constructor(
    private readonly catalog: MarketCatalog,
    private readonly replies: CandleReplies,
  ) {}

  /**
   * Bars of one market, ascending, at most 2,000 a reply: the newest of the range. When the range holds older ones,
   * `next_to` is the `to` of the request for the page before this one, everything else equal; it is null on the last
   * page. To scroll back without an end, leave `from` out and follow `next_to`.
   */
  @Get('new_timeshar')
  @ApiRows(CandleRowsReply)
  async list(
    @Query() wanted: CandlesRequest,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const market = this.catalog.bySymbol(wanted.symbol);
    if (!market) throw new Refusal('markets.unknown-symbol');
    await this.replies.send(request, reply, market.symbol, wanted);
  }
}
