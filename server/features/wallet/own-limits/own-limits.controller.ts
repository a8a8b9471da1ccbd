import { Body, Controller, Get, HttpCode, Post } from '@nestjs/common';
import { ApiConsumes, ApiTags } from '@nestjs/swagger';
import { ok } from '../../../contract/envelope.dto.js';
import {
  BreakRequest,
  LimitNameRequest,
  LimitRequest,
  OwnLimitsView,
  RealityCheckRequest,
  StayView,
} from '../../../contract/wallet/own-limits.dto.js';
import { type CurrentSession, CurrentUser, SignedIn } from '../../../platform/http/access.js';
import { ApiOkEnvelope } from '../../../platform/http/api-replies.js';
import { Rate } from '../../../platform/http/rate-limits/rate-classes.js';
import { type Caller, RequestCaller } from '../../account/users/index.js';
import { CheckReality } from './check-reality.js';
import { GetOwnLimits } from './get-own-limits.js';
import { SetOwnLimit } from './set-own-limit.js';
import { TakeBreak } from './take-break.js';

/** What the caller forbids itself. */
@ApiTags('limits')
@ApiConsumes('application/x-www-form-urlencoded', 'application/json')
@SignedIn()
@Controller('own_limits')
export class OwnLimitsController {
  constructor(
    private readonly getOwnLimits: GetOwnLimits,
    private readonly setOwnLimit: SetOwnLimit,
    private readonly takeBreak: TakeBreak,
    private readonly checkReality: CheckReality,
  ) {}

  /** Limits with what is used of them, what is asked for, breaks, and what was changed. */
  @Get('state')
  @ApiOkEnvelope(OwnLimitsView)
  async state(@CurrentUser() { userId }: CurrentSession) {
    return ok(await this.getOwnLimits.execute(userId));
  }

  /** Sets, changes or takes away one limit: what is stricter holds at once, what is laxer 24 hours later. */
  @Post('set')
  @Rate('protect')
  @HttpCode(200)
  @ApiOkEnvelope(OwnLimitsView)
  async set(
    @CurrentUser() { userId }: CurrentSession,
    @Body() { kind, period, amount }: LimitRequest,
    @RequestCaller() caller: Caller,
  ) {
    await this.setOwnLimit.execute({ userId, kind, period, amount: amount ?? null, caller });
    return ok(await this.getOwnLimits.execute(userId));
  }

  /** Calls back a change that does not hold yet. */
  @Post('call_back')
  @Rate('protect')
  @HttpCode(200)
  @ApiOkEnvelope(OwnLimitsView)
  async callBack(
    @CurrentUser() { userId }: CurrentSession,
    @Body() { kind, period }: LimitNameRequest,
    @RequestCaller() caller: Caller,
  ) {
    await this.setOwnLimit.callBack({ userId, kind, period, caller });
    return ok(await this.getOwnLimits.execute(userId));
  }

  /** Begins a break. Nobody can end it before its time; an exclusion takes the fund password, where there is one. */
  @Post('break')
  @Rate('protect')
  @HttpCode(200)
  @ApiOkEnvelope(OwnLimitsView)
  async begin(
    @CurrentUser() { userId }: CurrentSession,
    @Body() { span, pay_password: fundPassword = '' }: BreakRequest,
    @RequestCaller() caller: Caller,
  ) {
    await this.takeBreak.execute(userId, { span, fundPassword }, caller);
    return ok(await this.getOwnLimits.execute(userId));
  }

  /** How often the caller is told how long it is here. */
  @Post('check')
  @HttpCode(200)
  @ApiOkEnvelope(OwnLimitsView)
  async check(@CurrentUser() { userId }: CurrentSession, @Body() { minutes }: RealityCheckRequest) {
    await this.checkReality.set(userId, Number.parseInt(minutes, 10));
    return ok(await this.getOwnLimits.execute(userId));
  }

  /** How long the caller is here, what came of it, and whether it is time to say so. */
  @Get('stay')
  @ApiOkEnvelope(StayView)
  async stay(@CurrentUser() { userId }: CurrentSession) {
    return ok(await this.getOwnLimits.stay(userId));
  }

  /** The caller has read how long it is here. */
  @Post('stay/seen')
  @HttpCode(200)
  @ApiOkEnvelope(StayView)
  async seen(@CurrentUser() { userId }: CurrentSession) {
    await this.checkReality.seen(userId);
    return ok(await this.getOwnLimits.stay(userId));
  }
}
