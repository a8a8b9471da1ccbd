import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ok } from '../../../contract/envelope.dto.js';
import {
  FeedStateView,
  MarketProfitRequest,
  MarketProfitsView,
  ProductStateView,
} from '../../../contract/operations/product-state.dto.js';
import { ForOperator } from '../../../platform/http/access.js';
import { ApiOkEnvelope } from '../../../platform/http/api-replies.js';
import { Rate } from '../../../platform/http/rate-limits/rate-classes.js';
import { ListMarketProfit } from './list-market-profit.js';
import { GetFeed } from './get-feed.js';
import { WeighExposure } from './weigh-exposure.js';

/** The state of the product: figures of the house and of the feed, nobody's data. */
@ApiTags('operations')
@Controller('ops/api')
export class ProductStateController {
  constructor(
    private readonly weighExposure: WeighExposure,
    private readonly getFeed: GetFeed,
    private readonly listMarketProfit: ListMarketProfit,
  ) {}

  /** Exposure by market, the house's profit, the insurance fund, and what covers what users own. Real money. */
  @Get('product-state')
  @ForOperator('treasurer', 'auditor', 'administrator')
  @ApiOkEnvelope(ProductStateView)
  async state() {
    return ok(await this.weighExposure.execute());
  }

  /** What the house won or lost by market in some days, from its own accounts in the books. */
  @Get('market-profit')
  @ForOperator('treasurer', 'auditor', 'administrator')
  @Rate('heavy')
  @ApiOkEnvelope(MarketProfitsView)
  async profit(@Query() request: MarketProfitRequest) {
    return ok(await this.listMarketProfit.execute(request));
  }

  /** Whether prices come, and how old they are. */
  @Get('feed-state')
  @ForOperator()
  @ApiOkEnvelope(FeedStateView)
  feed() {
    return ok(this.getFeed.execute());
  }
}
