import { Body, Controller, Get, HttpCode, Post, Query, Req, Res } from '@nestjs/common';
import { ApiConsumes, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ok } from '../../../contract/envelope.dto.js';
import {
  CandleRowsReply,
  CandlesRequest,
  StockPriceRequest,
  StockPriceView,
} from '../../../contract/markets/quotations.dto.js';
import { Public } from '../../../platform/http/access.js';
import { ApiOkEnvelope, ApiRows } from '../../../platform/http/api-replies.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { CandleReplies } from '../candles/index.js';
import type { MarketEntity } from '../market-board/index.js';
import { ListStocks } from './list-stocks.js';

@ApiTags('stocks')
@Public()
@Controller('usstock')
export class StocksController {
  constructor(
    private readonly listStocks: ListStocks,
    private readonly candles: CandleReplies,
  ) {}

  /** All stocks, with the names of the quotation list. */
  @Get('quotation')
  @ApiOkEnvelope([StockPriceView])
  list() {
    return ok(this.listStocks.execute());
  }

  /** Bars of one stock, as `currency/new_timeshar` gives them; the symbol may be the ticker alone. */
  @Get('kline')
  @ApiRows(CandleRowsReply)
  async candleRows(
    @Query() wanted: CandlesRequest,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    await this.candles.send(request, reply, this.stock(wanted.symbol).symbol, wanted);
  }

  /** The last price of one stock, with its status. */
  @Post('getNewPrice')
  @HttpCode(200)
  @ApiConsumes('application/x-www-form-urlencoded', 'application/json')
  @ApiOkEnvelope(StockPriceView)
  price(@Body() { symbol }: StockPriceRequest) {
    return ok(this.listStocks.view(this.stock(symbol)));
  }

  private stock(symbol: string): MarketEntity {
    const market = this.listStocks.find(symbol);
    if (!market) throw new Refusal('markets.unknown-symbol');
    return market;
  }
}
