import { Controller, Get, HttpCode, Post } from '@nestjs/common';
import { ApiConsumes, ApiTags } from '@nestjs/swagger';
import { DemoStateView } from '../../../contract/wallet/demo.dto.js';
import { ok } from '../../../contract/envelope.dto.js';
import { type CurrentSession, CurrentUser, SignedIn } from '../../../platform/http/access.js';
import { ApiOkEnvelope } from '../../../platform/http/api-replies.js';
import { Rate } from '../../../platform/http/rate-limits/rate-classes.js';
import { IdempotencyKey } from '../../../platform/idempotency/idempotency-key.js';
import { EnterDemo } from './enter-demo.js';
import { GetDemoState } from './get-demo-state.js';
import { LeaveDemo } from './leave-demo.js';
import { TopUpDemo } from './top-up-demo.js';

/** Trading with money that is not real, at real prices. */
@ApiTags('demo')
@ApiConsumes('application/x-www-form-urlencoded', 'application/json')
@SignedIn()
@Controller('demo')
export class DemoController {
  constructor(
    private readonly enterDemo: EnterDemo,
    private readonly topUpDemo: TopUpDemo,
    private readonly leaveDemo: LeaveDemo,
    private readonly getDemoState: GetDemoState,
  ) {}

  @Get('state')
  @ApiOkEnvelope(DemoStateView)
  async get(@CurrentUser() { userId }: CurrentSession) {
    return ok(await this.getDemoState.execute(userId));
  }

  /** Enters the demo; the first time every account is given the grant. */
  @Post('enter')
  @HttpCode(200)
  @ApiOkEnvelope(DemoStateView)
  async enter(@CurrentUser() { userId }: CurrentSession) {
    await this.enterDemo.execute(userId);
    return ok(await this.getDemoState.execute(userId));
  }

  /** Brings every demo account back up to the grant, for nothing and as often as one likes. */
  @Post('top_up')
  @Rate('money')
  @HttpCode(200)
  @ApiOkEnvelope(DemoStateView)
  async topUp(@CurrentUser() { userId }: CurrentSession, @IdempotencyKey() key: string | null) {
    await this.topUpDemo.execute(userId, key);
    return ok(await this.getDemoState.execute(userId));
  }

  /** Leaves the demo; its money stays. */
  @Post('leave')
  @HttpCode(200)
  @ApiOkEnvelope(DemoStateView)
  async leave(@CurrentUser() { userId }: CurrentSession) {
    await this.leaveDemo.execute(userId);
    return ok(await this.getDemoState.execute(userId));
  }
}
