import { Body, Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ok } from '../../../contract/envelope.dto.js';
import { ReasonRequest } from '../../../contract/operations/cases.dto.js';
import { ProposedView } from '../../../contract/operations/proposals.dto.js';
import {
  ChangeNetworkRequest,
  CoinsView,
  MarketSettingView,
  NetworkChangedView,
  ProposeDepositBankRequest,
  ProposeDepositKeyRequest,
  ProposeDepositPoolRequest,
  ProposeLimitRequest,
  ProposeNoticeRequest,
  PublishedNoticePage,
} from '../../../contract/operations/settings.dto.js';
import { PageRequest } from '../../../contract/pages.dto.js';
import { ForOperator } from '../../../platform/http/access.js';
import { ApiOkEnvelope } from '../../../platform/http/api-replies.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { IdempotencyKey } from '../../../platform/idempotency/idempotency-key.js';
import { CurrentOperator } from '../audit/index.js';
import { ChangeNetwork } from './change-network.js';
import { ChangeSettings } from './change-settings.js';
import type { ActingOperator } from '../review/index.js';
import { HaltMarket } from './halt-market.js';
import { ListSettings } from './list-settings.js';
import { PublishNotice } from './publish-notice.js';

/** What is set for everybody alike. There is nothing here for one user or one price. */
@ApiTags('operations')
@ForOperator('settings')
@Controller('ops/api')
export class SettingsController {
  constructor(
    private readonly listSettings: ListSettings,
    private readonly changeNetwork: ChangeNetwork,
    private readonly changeSettings: ChangeSettings,
    private readonly haltMarket: HaltMarket,
    private readonly publishNotice: PublishNotice,
  ) {}

  /** Coins with their networks, the keys and the pools of deposit addresses, and the bank account. */
  @Get('coins')
  @ForOperator('settings', 'treasurer', 'auditor')
  @ApiOkEnvelope(CoinsView)
  async coins() {
    return ok(await this.listSettings.coins());
  }

  /** On, off, minimums, fees, confirmations of one network. Switched off at once; the rest may wait, and be stopped. */
  @Post('networks/:id')
  @HttpCode(200)
  @ApiOkEnvelope(NetworkChangedView)
  async setNetwork(
    @CurrentOperator() actor: ActingOperator,
    @Param('id') id: string,
    @Body() request: ChangeNetworkRequest,
  ) {
    const dueAt = await this.changeNetwork.execute(actor, numberOf(id), request);
    return ok({ dueAt: dueAt?.getTime() ?? null });
  }

  /** Proposes above which amount a deposit or withdrawal takes two people. */
  @Post('networks/:id/limit')
  @HttpCode(200)
  @ApiOkEnvelope(ProposedView)
  async proposeLimit(
    @CurrentOperator() actor: ActingOperator,
    @Param('id') id: string,
    @Body() request: ProposeLimitRequest,
    @IdempotencyKey() key: string | null,
  ) {
    return ok({ id: await this.changeSettings.proposeLimit(actor, numberOf(id), request, key) });
  }

  /** Proposes addresses that users are given where there is no key. */
  @Post('networks/:id/pool')
  @HttpCode(200)
  @ApiOkEnvelope(ProposedView)
  async proposePool(
    @CurrentOperator() actor: ActingOperator,
    @Param('id') id: string,
    @Body() request: ProposeDepositPoolRequest,
    @IdempotencyKey() key: string | null,
  ) {
    return ok({ id: await this.changeSettings.proposePool(actor, numberOf(id), request, key) });
  }

  /** Proposes the extended public key from which a chain's addresses are derived from then on. */
  @Post('deposit-keys')
  @HttpCode(200)
  @ApiOkEnvelope(ProposedView)
  async proposeKey(
    @CurrentOperator() actor: ActingOperator,
    @Body() request: ProposeDepositKeyRequest,
    @IdempotencyKey() key: string | null,
  ) {
    return ok({ id: await this.changeSettings.proposeKey(actor, request, key) });
  }

  /** Proposes the account that users are shown for bank transfers from then on. */
  @Post('deposit-banks')
  @HttpCode(200)
  @ApiOkEnvelope(ProposedView)
  async proposeBank(
    @CurrentOperator() actor: ActingOperator,
    @Body() request: ProposeDepositBankRequest,
    @IdempotencyKey() key: string | null,
  ) {
    return ok({ id: await this.changeSettings.proposeBank(actor, request, key) });
  }

  @Get('markets')
  @ForOperator('settings', 'support', 'auditor')
  @ApiOkEnvelope([MarketSettingView])
  async markets() {
    return ok(await this.listSettings.markets());
  }

  /** Halts a market for everybody. The reason is public. */
  @Post('markets/:id/halt')
  @HttpCode(200)
  @ApiOkEnvelope('text')
  async halt(@CurrentOperator() actor: ActingOperator, @Param('id') id: string, @Body() { reason }: ReasonRequest) {
    await this.haltMarket.execute(actor, numberOf(id), { isHalted: true, reason });
    return ok('ok');
  }

  /** Lets a halted market go on: another operator than the one who halted it. */
  @Post('markets/:id/resume')
  @HttpCode(200)
  @ApiOkEnvelope('text')
  async resume(@CurrentOperator() actor: ActingOperator, @Param('id') id: string, @Body() { reason }: ReasonRequest) {
    await this.haltMarket.execute(actor, numberOf(id), { isHalted: false, reason });
    return ok('ok');
  }

  @Get('notices')
  @ForOperator('settings', 'support', 'auditor')
  @ApiOkEnvelope(PublishedNoticePage)
  async published(@Query() request: PageRequest) {
    return ok(await this.publishNotice.list(request));
  }

  /** Proposes a notice to everybody. Nobody has it until another operator approves; then it cannot be taken back. */
  @Post('notices')
  @HttpCode(200)
  @ApiOkEnvelope(ProposedView)
  async proposeNotice(
    @CurrentOperator() actor: ActingOperator,
    @Body() { texts }: ProposeNoticeRequest,
    @IdempotencyKey() key: string | null,
  ) {
    return ok({ id: await this.publishNotice.propose(actor, texts, key) });
  }
}

const NUMBER = /^[1-9][0-9]{0,8}$/;

/** @throws Refusal `operations.not-found` for what can be no number of a network or market. */
function numberOf(text: string): number {
  if (!NUMBER.test(text)) throw new Refusal('operations.not-found');
  return Number.parseInt(text, 10);
}
