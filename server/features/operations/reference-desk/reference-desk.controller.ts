import { Body, Controller, Get, HttpCode, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ok } from '../../../contract/envelope.dto.js';
import { ProposedView } from '../../../contract/operations/proposals.dto.js';
import {
  ListBankRequest,
  ProposeExchangeRateRequest,
  ReferenceView,
} from '../../../contract/operations/reference.dto.js';
import { ForOperator } from '../../../platform/http/access.js';
import { ApiOkEnvelope } from '../../../platform/http/api-replies.js';
import { IdempotencyKey } from '../../../platform/idempotency/idempotency-key.js';
import { CurrentOperator } from '../audit/index.js';
import type { ActingOperator } from '../review/index.js';
import { ListBank } from './list-bank.js';
import { GetReference } from './get-reference.js';
import { ProposeExchangeRate } from './propose-exchange-rate.js';

/** Reference data: rates in yuan for showing, and the banks that forms offer. */
@ApiTags('operations')
@ForOperator('settings', 'treasurer', 'auditor')
@Controller('ops/api/reference')
export class ReferenceDeskController {
  constructor(
    private readonly getReference: GetReference,
    private readonly proposeExchangeRate: ProposeExchangeRate,
    private readonly listBank: ListBank,
  ) {}

  /** The latest rates and all banks. */
  @Get()
  @ApiOkEnvelope(ReferenceView)
  async look() {
    return ok(await this.getReference.execute());
  }

  /** Proposes what one of a currency is in yuan. It is shown beside amounts; nothing is paid by it. */
  @Post('rates')
  @HttpCode(200)
  @ForOperator('settings', 'treasurer')
  @ApiOkEnvelope(ProposedView)
  async propose(
    @CurrentOperator() actor: ActingOperator,
    @Body() request: ProposeExchangeRateRequest,
    @IdempotencyKey() key: string | null,
  ) {
    return ok({ id: await this.proposeExchangeRate.execute(actor, request, key) });
  }

  /** Offers a bank in the forms for bank accounts, or no longer. */
  @Post('banks')
  @HttpCode(200)
  @ForOperator('settings')
  @ApiOkEnvelope('text')
  async setBank(@CurrentOperator() actor: ActingOperator, @Body() request: ListBankRequest) {
    await this.listBank.execute(actor, request);
    return ok('ok');
  }
}
