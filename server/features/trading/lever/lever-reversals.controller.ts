import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { ApiConsumes, ApiTags } from '@nestjs/swagger';
import { ok } from '../../../contract/envelope.dto.js';
import type { Language } from '../../../contract/errors.js';
import { LeverReverseRequest } from '../../../contract/trading/futures-requests.dto.js';
import { successText } from '../../../contract/languages/success.js';
import { type CurrentSession, CurrentUser, SignedIn } from '../../../platform/http/access.js';
import { ApiOkEnvelope } from '../../../platform/http/api-replies.js';
import { ForKeys } from '../../../platform/http/keys/key-access.js';
import { Rate } from '../../../platform/http/rate-limits/rate-classes.js';
import { RequestLanguage } from '../../../platform/http/request-language.js';
import { IdempotencyKey } from '../../../platform/idempotency/idempotency-key.js';
import { ReversePosition } from '../futures-orders/index.js';

/** Positions that change their side, in the forms of the old clients' calls. */
@ApiTags('futures')
@ApiConsumes('application/x-www-form-urlencoded', 'application/json')
@SignedIn()
@Controller('lever')
export class LeverReversalsController {
  constructor(private readonly reversePosition: ReversePosition) {}

  /** Closes a position and opens as many lots on the other side with its leverage and margin mode, both or neither. */
  @Post('reverse')
  @ForKeys('trade.futures', { row: 'position' })
  @HttpCode(200)
  @Rate('open')
  @ApiOkEnvelope('text')
  async reverse(
    @CurrentUser() { userId }: CurrentSession,
    @RequestLanguage() language: Language,
    @IdempotencyKey() key: string | null,
    @Body() { id, worst_price, worst_fee_ratio: worstFeeRatio }: LeverReverseRequest,
  ) {
    const bounds = { worstPrice: worst_price ?? null, ...(worstFeeRatio !== undefined && { worstFeeRatio }) };
    await this.reversePosition.execute({ userId, positionId: id, ...bounds }, key);
    return ok(successText(language, 'done'));
  }
}
