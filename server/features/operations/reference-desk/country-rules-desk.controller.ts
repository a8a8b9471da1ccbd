import { Body, Controller, Get, HttpCode, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ok } from '../../../contract/envelope.dto.js';
import { CountryRulesView, ProposeCountryRuleRequest } from '../../../contract/operations/country-rules.dto.js';
import { ProposedView } from '../../../contract/operations/proposals.dto.js';
import { ForOperator } from '../../../platform/http/access.js';
import { ApiOkEnvelope } from '../../../platform/http/api-replies.js';
import { IdempotencyKey } from '../../../platform/idempotency/idempotency-key.js';
import { CurrentOperator } from '../audit/index.js';
import type { ActingOperator } from '../review/index.js';
import { GetCountryRules } from './get-country-rules.js';
import { ProposeCountryRule } from './propose-country-rule.js';

/** What is offered in which country. */
@ApiTags('operations')
@Controller('ops/api/reference/countries')
export class CountryRulesDeskController {
  constructor(
    private readonly getCountryRules: GetCountryRules,
    private readonly proposeCountryRule: ProposeCountryRule,
  ) {}

  /** The rules that hold, and the latest changes. */
  @Get()
  @ForOperator('settings', 'treasurer', 'support', 'auditor')
  @ApiOkEnvelope(CountryRulesView)
  async look() {
    return ok(await this.getCountryRules.execute());
  }

  /** Proposes a rule. It holds at once when another operator approves. */
  @Post()
  @HttpCode(200)
  @ForOperator('settings')
  @ApiOkEnvelope(ProposedView)
  async propose(
    @CurrentOperator() actor: ActingOperator,
    @Body() request: ProposeCountryRuleRequest,
    @IdempotencyKey() key: string | null,
  ) {
    return ok({ id: await this.proposeCountryRule.execute(actor, request, key) });
  }
}
