import { Body, Controller, Get, HttpCode, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ok } from '../../../contract/envelope.dto.js';
import {
  ProductTermsView,
  ProposeOptionTermsRequest,
  ProposePerpetualTermsRequest,
  ProposeSpotTermsRequest,
  ProposeTiersRequest,
  ProposeTrustTermsRequest,
} from '../../../contract/operations/product-terms.dto.js';
import { ProposedView } from '../../../contract/operations/proposals.dto.js';
import { ForOperator } from '../../../platform/http/access.js';
import { ApiOkEnvelope } from '../../../platform/http/api-replies.js';
import { IdempotencyKey } from '../../../platform/idempotency/idempotency-key.js';
import { CurrentOperator } from '../audit/index.js';
import type { ActingOperator } from '../review/index.js';
import { SetProductTerms } from './set-product-terms.js';
import { SetTiers } from './set-tiers.js';

/** The terms that products are offered on. What is bought already keeps its own. */
@ApiTags('operations')
@ForOperator('settings', 'treasurer')
@Controller('ops/api/products')
export class ProductsDeskController {
  constructor(
    private readonly setProductTerms: SetProductTerms,
    private readonly setTiers: SetTiers,
  ) {}

  /** All products with their terms, those that are switched off included. */
  @Get()
  @ForOperator('settings', 'treasurer', 'support', 'auditor')
  @ApiOkEnvelope(ProductTermsView)
  async look() {
    return ok(await this.setProductTerms.look());
  }

  /** Proposes terms of new options for one time. They hold when another operator approves. */
  @Post('options/:id')
  @HttpCode(200)
  @ApiOkEnvelope(ProposedView)
  async option(
    @CurrentOperator() actor: ActingOperator,
    @Param('id') id: string,
    @Body() request: ProposeOptionTermsRequest,
    @IdempotencyKey() key: string | null,
  ) {
    return ok({ id: await this.setProductTerms.propose(actor, { kind: 'option', id: rowOf(id) }, request, key) });
  }

  /** Proposes terms of new spot orders in a market. */
  @Post('spot/:id')
  @HttpCode(200)
  @ApiOkEnvelope(ProposedView)
  async spot(
    @CurrentOperator() actor: ActingOperator,
    @Param('id') id: string,
    @Body() request: ProposeSpotTermsRequest,
    @IdempotencyKey() key: string | null,
  ) {
    return ok({ id: await this.setProductTerms.propose(actor, { kind: 'spot', id: rowOf(id) }, request, key) });
  }

  /** Proposes terms of new contracts in a market. */
  @Post('perpetuals/:id')
  @HttpCode(200)
  @ApiOkEnvelope(ProposedView)
  async perpetual(
    @CurrentOperator() actor: ActingOperator,
    @Param('id') id: string,
    @Body() request: ProposePerpetualTermsRequest,
    @IdempotencyKey() key: string | null,
  ) {
    return ok({ id: await this.setProductTerms.propose(actor, { kind: 'perpetual', id: rowOf(id) }, request, key) });
  }

  /** Proposes the maintenance table of a market. Once another operator approves it is announced, a week ahead at least. */
  @Post('tiers/:id')
  @HttpCode(200)
  @ApiOkEnvelope(ProposedView)
  async tiers(
    @CurrentOperator() actor: ActingOperator,
    @Param('id') id: string,
    @Body() request: ProposeTiersRequest,
    @IdempotencyKey() key: string | null,
  ) {
    return ok({ id: await this.setTiers.propose(actor, rowOf(id), request, key) });
  }

  /** Proposes terms of new orders of a trust product. */
  @Post('trust/:id')
  @HttpCode(200)
  @ApiOkEnvelope(ProposedView)
  async trust(
    @CurrentOperator() actor: ActingOperator,
    @Param('id') id: string,
    @Body() request: ProposeTrustTermsRequest,
    @IdempotencyKey() key: string | null,
  ) {
    return ok({ id: await this.setProductTerms.propose(actor, { kind: 'trust', id: rowOf(id) }, request, key) });
  }
}

/** Zero, which no row has, for what is no number of one. */
function rowOf(id: string): number {
  return /^[1-9]\d{0,8}$/.test(id) ? Number.parseInt(id, 10) : 0;
}
