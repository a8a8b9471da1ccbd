import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ok } from '../../../contract/envelope.dto.js';
import { FeedStateView, ProductStateView } from '../../../contract/operations/product-state.dto.js';
import { ForOperator } from '../../../platform/http/access.js';
import { ApiOkEnvelope } from '../../../platform/http/api-replies.js';
import { LookAtFeed } from './look-at-feed.js';
import { WeighExposure } from './weigh-exposure.js';

/** The state of the product: figures of the house and of the feed, nobody's data. */
@ApiTags('operations')
@Controller('ops/api')
export class ProductStateController {
  constructor(
    private readonly weighExposure: WeighExposure,
    private readonly lookAtFeed: LookAtFeed,
  ) {}

  /** Exposure by market, the house's profit, the insurance fund, and what covers what users own. Real money. */
  @Get('product-state')
  @ForOperator('treasurer', 'auditor', 'administrator')
  @ApiOkEnvelope(ProductStateView)
  async state() {
    return ok(await this.weighExposure.execute());
  }

  /** Whether prices come, and how old they are. */
  @Get('feed-state')
  @ForOperator()
  @ApiOkEnvelope(FeedStateView)
  feed() {
    return ok(this.lookAtFeed.execute());
  }
}
