import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { ApiConsumes, ApiTags } from '@nestjs/swagger';
import { ok } from '../../../contract/envelope.dto.js';
import type { Language } from '../../../contract/errors.js';
import {
  LeverCloseAmendRequest,
  LeverCloseCancelRequest,
  LeverCloseLimitRequest,
} from '../../../contract/trading/futures-requests.dto.js';
import { successText } from '../../../contract/languages/success.js';
import { type CurrentSession, CurrentUser, SignedIn } from '../../../platform/http/access.js';
import { ApiOkEnvelope } from '../../../platform/http/api-replies.js';
import { ForKeys } from '../../../platform/http/keys/key-access.js';
import { Rate } from '../../../platform/http/rate-limits/rate-classes.js';
import { RequestLanguage } from '../../../platform/http/request-language.js';
import { IdempotencyKey } from '../../../platform/idempotency/idempotency-key.js';
import { ClosingOrders } from '../futures-orders/index.js';

/** Limit orders that close lots of a position, in the forms of the old clients' calls. */
@ApiTags('futures')
@ApiConsumes('application/x-www-form-urlencoded', 'application/json')
@SignedIn()
@Controller('lever')
export class LeverClosingsController {
  constructor(private readonly closingOrders: ClosingOrders) {}

  /** Closes a position, or some of its lots, at a price or better: the order waits for it. */
  @Post('close_limit')
  @ForKeys('trade.futures', { row: 'position' })
  @HttpCode(200)
  @Rate('close')
  @ApiOkEnvelope('text')
  async place(
    @CurrentUser() { userId }: CurrentSession,
    @RequestLanguage() language: Language,
    @IdempotencyKey() key: string | null,
    @Body() { id, share, price }: LeverCloseLimitRequest,
  ) {
    await this.closingOrders.place({ userId, positionId: id, lots: lotsOf(share), price, key });
    return ok(successText(language, 'submitted'));
  }

  /** Changes price and lots of an order that waits to close a position. */
  @Post('close_amend')
  @ForKeys('trade.futures', { row: 'position' })
  @HttpCode(200)
  @Rate('close')
  @ApiOkEnvelope('text')
  async amend(
    @CurrentUser() { userId }: CurrentSession,
    @RequestLanguage() language: Language,
    @IdempotencyKey() key: string | null,
    @Body() { id, closing_id, price, share, waiting }: LeverCloseAmendRequest,
  ) {
    const change = { price: price ?? null, lots: lotsOf(share), waiting: lotsOf(waiting) };
    await this.closingOrders.amend({ userId, positionId: id, closingId: closing_id, ...change, key });
    return ok(successText(language, 'done'));
  }

  /** Takes an order back that waits to close a position. */
  @Post('close_cancel')
  @ForKeys('trade.futures', { row: 'position' })
  @HttpCode(200)
  @Rate('close')
  @ApiOkEnvelope('text')
  async cancel(
    @CurrentUser() { userId }: CurrentSession,
    @RequestLanguage() language: Language,
    @IdempotencyKey() key: string | null,
    @Body() { id, closing_id }: LeverCloseCancelRequest,
  ) {
    await this.closingOrders.cancel({ userId, positionId: id, closingId: closing_id, key });
    return ok(successText(language, 'done'));
  }
}

const lotsOf = (text: string | undefined) => (text === undefined ? null : Number.parseInt(text, 10));
