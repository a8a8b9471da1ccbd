import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { ApiConsumes, ApiTags } from '@nestjs/swagger';
import {
  type CandleRowView,
  KlineHistoryReply,
  KlineHistoryRequest,
  type KlineHistoryRowView,
} from '../../../contract/markets/quotations.dto.js';
import { wireTime } from '../../../contract/pages.dto.js';
import { Public } from '../../../platform/http/access.js';
import { ApiReply } from '../../../platform/http/api-replies.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { MarketCatalog } from '../market-board/index.js';
import { ListCandles } from './list-candles.js';

/** These clients' names of minutes: small letters, which `currency/new_timeshar` does not take for a minute. */
const MINUTES = new Map([
  ['1m', '1min'],
  ['5m', '5min'],
  ['15m', '15min'],
  ['30m', '30min'],
]);

/** The bars of `currency/new_timeshar` in the words of another client of the contract. */
@ApiTags('candles')
@ApiConsumes('application/x-www-form-urlencoded', 'application/json')
@Public()
@Controller('kline')
export class KlineHistoryController {
  constructor(
    private readonly catalog: MarketCatalog,
    private readonly listCandles: ListCandles,
  ) {}

  /** Bars of one market, ascending: the newest up to an instant. */
  @Post('history')
  @HttpCode(200)
  @ApiReply(KlineHistoryReply)
  async list(@Body() { instId, bar, t, limit }: KlineHistoryRequest): Promise<KlineHistoryReply> {
    const market = this.catalog.bySymbol(instId.replace('-', '/'));
    if (!market) throw new Refusal('markets.unknown-symbol');
    const to = t ? String(Math.floor(Number(t) / 1000)) : undefined;
    const wanted = {
      symbol: market.symbol,
      period: MINUTES.get(bar) ?? bar,
      ...(to && { to }),
      ...(limit && { limit }),
    };
    const { data } = await this.listCandles.asked(market.symbol, wanted);
    return { type: 'ok', message: 'success', data: data.map(historyRow) };
  }
}

function historyRow({ id, time, open, high, low, close, volume, vol }: CandleRowView): KlineHistoryRowView {
  const crt = wireTime(new Date(time));
  return { id, ts: time, o: open, h: high, l: low, c: close, vol: volume, volCcy: vol, crt };
}
