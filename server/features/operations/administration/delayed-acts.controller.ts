import { Body, Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ok } from '../../../contract/envelope.dto.js';
import { ReasonRequest } from '../../../contract/operations/cases.dto.js';
import { DelayedActListRequest, DelayedActPage } from '../../../contract/operations/delayed-acts.dto.js';
import { ForOperator } from '../../../platform/http/access.js';
import { ApiOkEnvelope } from '../../../platform/http/api-replies.js';
import { CurrentOperator } from '../audit/index.js';
import { type ActingOperator, rowId } from '../review/index.js';
import { ListDelayedActs } from './list-delayed-acts.js';
import { StopDelayedAct } from './stop-delayed-act.js';

/** What is decided and takes effect later. */
@ApiTags('operations')
@Controller('ops/api/delayed')
export class DelayedActsController {
  constructor(
    private readonly listDelayedActs: ListDelayedActs,
    private readonly stopDelayedAct: StopDelayedAct,
  ) {}

  @Get()
  @ForOperator('treasurer', 'settings', 'auditor', 'administrator')
  @ApiOkEnvelope(DelayedActPage)
  async list(@Query() request: DelayedActListRequest) {
    return ok(await this.listDelayedActs.execute(request));
  }

  /** Nothing comes of it. One administrator is enough. */
  @Post(':id/stop')
  @HttpCode(200)
  @ForOperator('administrator')
  @ApiOkEnvelope('text')
  async stop(@CurrentOperator() actor: ActingOperator, @Param('id') id: string, @Body() { reason }: ReasonRequest) {
    await this.stopDelayedAct.execute(actor, rowId(id), reason);
    return ok('ok');
  }
}
