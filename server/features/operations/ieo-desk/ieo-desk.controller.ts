import { Body, Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ok } from '../../../contract/envelope.dto.js';
import { ReasonRequest } from '../../../contract/operations/cases.dto.js';
import {
  IeoCoinView,
  IeoDeskDetailView,
  IeoDeskListRequest,
  IeoDeskPage,
  ProposeIeoRequest,
} from '../../../contract/operations/ieo.dto.js';
import { ProposeListingRequest } from '../../../contract/operations/listing.dto.js';
import { ProposedView } from '../../../contract/operations/proposals.dto.js';
import { pageAsked } from '../../../contract/pages.dto.js';
import { ForOperator } from '../../../platform/http/access.js';
import { ApiOkEnvelope } from '../../../platform/http/api-replies.js';
import { IdempotencyKey } from '../../../platform/idempotency/idempotency-key.js';
import { CurrentOperator } from '../audit/index.js';
import { type ActingOperator, rowId } from '../review/index.js';
import { GetSales } from './get-sales.js';
import { ProposeIeo } from './propose-ieo.js';
import { ProposeSaleEnd } from './propose-sale-end.js';
import { ProposeListing } from './propose-listing.js';

/** Sales of new coins at the desk. What is proposed here is decided with all other proposals. */
@ApiTags('operations')
@ForOperator('settings', 'treasurer')
@Controller('ops/api')
export class IeoDeskController {
  constructor(
    private readonly getSales: GetSales,
    private readonly proposeIeo: ProposeIeo,
    private readonly proposeSaleEnd: ProposeSaleEnd,
    private readonly proposeListing: ProposeListing,
  ) {}

  /** Those that are not over first. */
  @Get('ieo')
  @ForOperator('settings', 'treasurer', 'support', 'auditor')
  @ApiOkEnvelope(IeoDeskPage)
  async list(@Query() request: IeoDeskListRequest) {
    return ok(await this.getSales.list({ keyword: request.keyword ?? '', ...pageAsked(request) }));
  }

  /** The coins that can be paid with. */
  @Get('ieo/coins')
  @ApiOkEnvelope([IeoCoinView])
  coins() {
    return ok(this.getSales.coins());
  }

  @Get('ieo/:id')
  @ForOperator('settings', 'treasurer', 'support', 'auditor')
  @ApiOkEnvelope(IeoDeskDetailView)
  async sale(@Param('id') id: string) {
    return ok(await this.getSales.find(projectId(id)));
  }

  /** Proposes a sale with all its terms. */
  @Post('ieo')
  @HttpCode(200)
  @ApiOkEnvelope(ProposedView)
  async propose(
    @CurrentOperator() actor: ActingOperator,
    @Body() request: ProposeIeoRequest,
    @IdempotencyKey() key: string | null,
  ) {
    return ok({ id: await this.proposeIeo.begin(actor, request, key) });
  }

  /** Proposes to list the coin with a market of its own, and so to pay the issuer and deliver. */
  @Post('ieo/:id/list')
  @HttpCode(200)
  @ApiOkEnvelope(ProposedView)
  async listing(
    @CurrentOperator() actor: ActingOperator,
    @Param('id') id: string,
    @Body() request: ProposeListingRequest,
    @IdempotencyKey() key: string | null,
  ) {
    return ok({ id: await this.proposeListing.execute(actor, projectId(id), request, key) });
  }

  /** Proposes that a sale ends before its listing, and everybody gets everything back. */
  @Post('ieo/:id/cancel')
  @HttpCode(200)
  @ApiOkEnvelope(ProposedView)
  async cancel(
    @CurrentOperator() actor: ActingOperator,
    @Param('id') id: string,
    @Body() { reason }: ReasonRequest,
    @IdempotencyKey() key: string | null,
  ) {
    return ok({ id: await this.proposeSaleEnd.execute(actor, projectId(id), reason, key) });
  }
}

/** No more than the column holds. @throws Refusal `operations.not-found`. */
function projectId(id: string): number {
  const text = rowId(id);
  return text.length > MOST_DIGITS ? 0 : Number.parseInt(text, 10);
}

const MOST_DIGITS = 9;
