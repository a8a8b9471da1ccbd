import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { ApiConsumes, ApiTags } from '@nestjs/swagger';
import { ok } from '../../../contract/envelope.dto.js';
import { FuturesAmendmentPreviewView } from '../../../contract/trading/futures-amendments.dto.js';
import {
  FuturesPreviewView,
  FuturesReversePreviewView,
  FuturesStopsPreviewView,
} from '../../../contract/trading/futures.dto.js';
import {
  LeverAddMarginRequest,
  LeverAmendRequest,
  LeverCloseRequest,
  LeverReverseRequest,
  LeverStopsRequest,
  LeverSubmitRequest,
} from '../../../contract/trading/futures-requests.dto.js';
import { type CurrentSession, CurrentUser, SignedIn } from '../../../platform/http/access.js';
import { ApiOkEnvelope } from '../../../platform/http/api-replies.js';
import { ForKeys } from '../../../platform/http/keys/key-access.js';
import { Rate } from '../../../platform/http/rate-limits/rate-classes.js';
import { FuturesCatalog } from '../futures/index.js';
import { amendmentWishOf, orderWishOf, stopsWishOf } from './order-wish.js';
import { PreviewFutures } from './preview-futures.js';
import { PreviewOrderAmendment } from './preview-order-amendment.js';
import { PreviewReduce } from './preview-reduce.js';
import { PreviewReverse } from './preview-reverse.js';
import { PreviewStops } from './preview-stops.js';
import { isReducing } from './quote-reduce.js';

/** What commands about perpetual contracts would do, in their own bodies. */
@ApiTags('futures')
@ApiConsumes('application/x-www-form-urlencoded', 'application/json')
@Controller('futures')
export class PreviewsController {
  constructor(
    private readonly catalog: FuturesCatalog,
    private readonly previewFutures: PreviewFutures,
    private readonly previewStops: PreviewStops,
    private readonly previewReduce: PreviewReduce,
    private readonly previewReverse: PreviewReverse,
    private readonly previewOrderAmendment: PreviewOrderAmendment,
  ) {}

  /** What an order would do; the body of `lever/submit`. */
  @SignedIn()
  @Post('preview')
  @ForKeys('trade.futures')
  @HttpCode(200)
  @Rate('read')
  @ApiOkEnvelope(FuturesPreviewView)
  async preview(@CurrentUser() { userId }: CurrentSession, @Body() body: LeverSubmitRequest) {
    const wish = orderWishOf(this.catalog, userId, body);
    return ok(await (isReducing(wish) ? this.previewReduce.execute(wish) : this.previewFutures.order(wish)));
  }

  /** What closing would do; the body of `lever/close`. */
  @SignedIn()
  @Post('preview/close')
  @ForKeys('trade.futures', { row: 'position' })
  @HttpCode(200)
  @Rate('read')
  @ApiOkEnvelope(FuturesPreviewView)
  async previewClose(@CurrentUser() { userId }: CurrentSession, @Body() { id, share }: LeverCloseRequest) {
    return ok(await this.previewFutures.close(userId, id, share === undefined ? null : Number.parseInt(share, 10)));
  }

  /** What reversing would do; the body of `lever/reverse`. */
  @SignedIn()
  @Post('preview/reverse')
  @ForKeys('trade.futures', { row: 'position' })
  @HttpCode(200)
  @Rate('read')
  @ApiOkEnvelope(FuturesReversePreviewView)
  async reverse(@CurrentUser() { userId }: CurrentSession, @Body() { id }: LeverReverseRequest) {
    return ok(await this.previewReverse.execute(userId, id));
  }

  /** What changing a pending order would do; the body of `lever/amend`. */
  @SignedIn()
  @Post('preview/amend')
  @ForKeys('trade.futures', { row: 'position' })
  @HttpCode(200)
  @Rate('read')
  @ApiOkEnvelope(FuturesAmendmentPreviewView)
  async amendment(@CurrentUser() { userId }: CurrentSession, @Body() body: LeverAmendRequest) {
    return ok(await this.previewOrderAmendment.execute(amendmentWishOf(userId, body)));
  }

  /** What adding margin would do; the body of `lever/add_margin`. */
  @SignedIn()
  @Post('preview/add_margin')
  @ForKeys('trade.futures', { row: 'position' })
  @HttpCode(200)
  @Rate('read')
  @ApiOkEnvelope(FuturesPreviewView)
  async previewMargin(@CurrentUser() { userId }: CurrentSession, @Body() { id, amount }: LeverAddMarginRequest) {
    return ok(await this.previewFutures.addMargin(userId, id, amount));
  }

  /** What new stops would bring; the body of `lever/setstop`. */
  @SignedIn()
  @Post('preview/setstop')
  @ForKeys('trade.futures', { row: 'position' })
  @HttpCode(200)
  @Rate('read')
  @ApiOkEnvelope(FuturesStopsPreviewView)
  async stops(@CurrentUser() { userId }: CurrentSession, @Body() body: LeverStopsRequest) {
    return ok(await this.previewStops.execute(stopsWishOf(userId, body)));
  }
}
