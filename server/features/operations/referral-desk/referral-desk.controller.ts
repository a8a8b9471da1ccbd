import { Body, Controller, Get, HttpCode, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ok } from '../../../contract/envelope.dto.js';
import { ProposedView } from '../../../contract/operations/proposals.dto.js';
import {
  ProposePartnerRequest,
  ProposeReferralTermsRequest,
  ReferralDayPage,
  ReferralDeskView,
  ReferralPartnerPage,
  ReferralSearchRequest,
  SelfReferralPage,
} from '../../../contract/operations/referral.dto.js';
import { PageRequest } from '../../../contract/pages.dto.js';
import { ForOperator } from '../../../platform/http/access.js';
import { ApiOkEnvelope } from '../../../platform/http/api-replies.js';
import { IdempotencyKey } from '../../../platform/idempotency/idempotency-key.js';
import { CurrentOperator } from '../audit/index.js';
import type { ActingOperator } from '../review/index.js';
import { GetReferral } from './get-referral.js';
import { ProposeReferralTerms } from './propose-referral-terms.js';

/** The referral programme at the desk. What is proposed here is decided with all other proposals; rebates are nobody's to change. */
@ApiTags('operations')
@ForOperator('treasurer', 'settings', 'support', 'auditor')
@Controller('ops/api/referral')
export class ReferralDeskController {
  constructor(
    private readonly look: GetReferral,
    private readonly proposeReferralTerms: ProposeReferralTerms,
  ) {}

  /** The rates, those that have not begun included. */
  @Get()
  @ApiOkEnvelope(ReferralDeskView)
  async state() {
    return ok(await this.look.state());
  }

  /** The days that were rebated, the newest first. */
  @Get('days')
  @ApiOkEnvelope(ReferralDayPage)
  async days(@Query() request: PageRequest) {
    return ok(await this.look.days(request));
  }

  /** Partners, present and former. */
  @Get('partners')
  @ApiOkEnvelope(ReferralPartnerPage)
  async partners(@Query() request: ReferralSearchRequest) {
    return ok(await this.look.partners(request));
  }

  /** Who was found to have invited themselves. */
  @Get('self')
  @ApiOkEnvelope(SelfReferralPage)
  async self(@Query() request: ReferralSearchRequest) {
    return ok(await this.look.selfReferrals(request));
  }

  /** Proposes the rate of everybody. */
  @Post('terms')
  @HttpCode(200)
  @ForOperator('treasurer')
  @ApiOkEnvelope(ProposedView)
  async proposeTerms(
    @CurrentOperator() actor: ActingOperator,
    @Body() request: ProposeReferralTermsRequest,
    @IdempotencyKey() key: string | null,
  ) {
    return ok({ id: await this.proposeReferralTerms.terms(actor, request, key) });
  }

  /** Proposes a partner's rate, or that somebody is a partner no more. */
  @Post('partners')
  @HttpCode(200)
  @ForOperator('treasurer')
  @ApiOkEnvelope(ProposedView)
  async proposePartner(
    @CurrentOperator() actor: ActingOperator,
    @Body() request: ProposePartnerRequest,
    @IdempotencyKey() key: string | null,
  ) {
    return ok({ id: await this.proposeReferralTerms.partner(actor, request, key) });
  }
}
