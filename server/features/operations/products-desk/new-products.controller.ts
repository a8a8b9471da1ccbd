import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ok } from '../../../contract/envelope.dto.js';
import { ProposeOptionTimeRequest, ProposeTrustProductRequest } from '../../../contract/operations/new-products.dto.js';
import { ProposedView } from '../../../contract/operations/proposals.dto.js';
import { ForOperator } from '../../../platform/http/access.js';
import { ApiOkEnvelope } from '../../../platform/http/api-replies.js';
import { IdempotencyKey } from '../../../platform/idempotency/idempotency-key.js';
import { CurrentOperator } from '../audit/index.js';
import type { ActingOperator } from '../review/index.js';
import { AddOptionTime } from './add-option-time.js';
import { AddTrustProduct } from './add-trust-product.js';

/** Products that are not there yet. What is there is never replaced. */
@ApiTags('operations')
@ForOperator('settings', 'treasurer')
@Controller('ops/api/products/new')
export class NewProductsController {
  constructor(
    private readonly addTrustProduct: AddTrustProduct,
    private readonly addOptionTime: AddOptionTime,
  ) {}

  /** Proposes a trust product. It is there when another operator approves. */
  @Post('trust')
  @HttpCode(200)
  @ApiOkEnvelope(ProposedView)
  async trust(
    @CurrentOperator() actor: ActingOperator,
    @Body() request: ProposeTrustProductRequest,
    @IdempotencyKey() key: string | null,
  ) {
    return ok({ id: await this.addTrustProduct.propose(actor, request, key) });
  }

  /** Proposes a time that options can run, in a market or in all. It is there when another operator approves. */
  @Post('options')
  @HttpCode(200)
  @ApiOkEnvelope(ProposedView)
  async option(
    @CurrentOperator() actor: ActingOperator,
    @Body() request: ProposeOptionTimeRequest,
    @IdempotencyKey() key: string | null,
  ) {
    return ok({ id: await this.addOptionTime.propose(actor, request, key) });
  }
}
