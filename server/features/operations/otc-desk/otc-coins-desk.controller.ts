import { Body, Controller, Get, HttpCode, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ok } from '../../../contract/envelope.dto.js';
import { OtcCoinPage, OtcCoinsRequest, ProposeOtcCoinRequest } from '../../../contract/operations/otc.dto.js';
import { ProposedView } from '../../../contract/operations/proposals.dto.js';
import { ForOperator } from '../../../platform/http/access.js';
import { ApiOkEnvelope } from '../../../platform/http/api-replies.js';
import { IdempotencyKey } from '../../../platform/idempotency/idempotency-key.js';
import { CurrentOperator } from '../audit/index.js';
import type { ActingOperator } from '../review/index.js';
import { SetOtcCoins } from './set-otc-coins.js';

/** Which coins are traded between users. What is proposed here is decided with all other proposals. */
@ApiTags('operations')
@Controller('ops/api/otc-coins')
export class OtcCoinsDeskController {
  constructor(private readonly setOtcCoins: SetOtcCoins) {}

  /** Coins of the spot accounts, those that are offered first. */
  @Get()
  @ForOperator('settings', 'treasurer', 'support', 'auditor')
  @ApiOkEnvelope(OtcCoinPage)
  async list(@Query() request: OtcCoinsRequest) {
    return ok(await this.setOtcCoins.list(request));
  }

  /** Proposes whether a coin is offered, and its limits. */
  @Post()
  @HttpCode(200)
  @ForOperator('settings', 'treasurer')
  @ApiOkEnvelope(ProposedView)
  async propose(
    @CurrentOperator() actor: ActingOperator,
    @Body() request: ProposeOtcCoinRequest,
    @IdempotencyKey() key: string | null,
  ) {
    return ok({ id: await this.setOtcCoins.propose(actor, request, key) });
  }
}
