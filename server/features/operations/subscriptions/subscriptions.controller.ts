import { Body, Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ok } from '../../../contract/envelope.dto.js';
import { ReasonRequest } from '../../../contract/operations/cases.dto.js';
import { ProposeListingRequest } from '../../../contract/operations/listing.dto.js';
import { ProposedView } from '../../../contract/operations/proposals.dto.js';
import {
  DeskOfferPage,
  DeskOffersRequest,
  DeskOfferView,
  ProposeOfferRequest,
} from '../../../contract/operations/subscriptions.dto.js';
import { ForOperator } from '../../../platform/http/access.js';
import { ApiOkEnvelope } from '../../../platform/http/api-replies.js';
import { IdempotencyKey } from '../../../platform/idempotency/idempotency-key.js';
import { CurrentOperator } from '../audit/index.js';
import { type ActingOperator, rowId } from '../review/index.js';
import { GetOffers } from './get-offers.js';
import { ProposeOffers } from './propose-offers.js';

/** New coins at the desk. What is proposed here is decided with all other proposals; nobody decides about one order. */
@ApiTags('operations')
@Controller('ops/api/subscriptions')
export class SubscriptionsController {
  constructor(
    private readonly getOffers: GetOffers,
    private readonly proposeOffers: ProposeOffers,
  ) {}

  /** Those on sale first, then the launched, then the cancelled. */
  @Get()
  @ForOperator('settings', 'treasurer', 'support', 'auditor')
  @ApiOkEnvelope(DeskOfferPage)
  async list(@Query() request: DeskOffersRequest) {
    return ok(await this.getOffers.list(request));
  }

  @Get(':id')
  @ForOperator('settings', 'treasurer', 'support', 'auditor')
  @ApiOkEnvelope(DeskOfferView)
  async offer(@Param('id') id: string) {
    return ok(await this.getOffers.find(Number.parseInt(rowId(id), 10)));
  }

  /** Proposes to put a new coin on offer. */
  @Post()
  @HttpCode(200)
  @ForOperator('settings', 'treasurer')
  @ApiOkEnvelope(ProposedView)
  async propose(
    @CurrentOperator() actor: ActingOperator,
    @Body() request: ProposeOfferRequest,
    @IdempotencyKey() key: string | null,
  ) {
    return ok({ id: await this.proposeOffers.publish(actor, request, key) });
  }

  /** Proposes to list the coin with a market of its own, and so to deliver it. */
  @Post(':id/launch')
  @HttpCode(200)
  @ForOperator('settings', 'treasurer')
  @ApiOkEnvelope(ProposedView)
  async launch(
    @CurrentOperator() actor: ActingOperator,
    @Param('id') id: string,
    @Body() request: ProposeListingRequest,
    @IdempotencyKey() key: string | null,
  ) {
    return ok({ id: await this.proposeOffers.launch(actor, Number.parseInt(rowId(id), 10), request, key) });
  }

  /** Proposes to give everything back. */
  @Post(':id/cancel')
  @HttpCode(200)
  @ForOperator('settings', 'treasurer')
  @ApiOkEnvelope(ProposedView)
  async cancel(
    @CurrentOperator() actor: ActingOperator,
    @Param('id') id: string,
    @Body() { reason }: ReasonRequest,
    @IdempotencyKey() key: string | null,
  ) {
    return ok({ id: await this.proposeOffers.cancel(actor, Number.parseInt(rowId(id), 10), reason, key) });
  }
}
