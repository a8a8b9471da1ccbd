import { Body, Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ok } from '../../../contract/envelope.dto.js';
import { ReasonRequest } from '../../../contract/operations/cases.dto.js';
import { AnnouncedActListRequest, AnnouncedActPage } from '../../../contract/operations/announced-acts.dto.js';
import { ForOperator } from '../../../platform/http/access.js';
import { ApiOkEnvelope } from '../../../platform/http/api-replies.js';
import { CurrentOperator } from '../audit/index.js';
import { type ActingOperator, rowId } from '../review/index.js';
import { ListAnnouncedActs } from './list-announced-acts.js';
import { StopAnnouncedAct } from './stop-announced-act.js';

/** What is decided and takes effect later. */
@ApiTags('operations')
@Controller('ops/api/announced')
export class AnnouncedActsController {
  constructor(
    private readonly listAnnouncedActs: ListAnnouncedActs,
    private readonly stopAnnouncedAct: StopAnnouncedAct,
  ) {}

  @Get()
  @ForOperator('treasurer', 'settings', 'auditor', 'administrator')
  @ApiOkEnvelope(AnnouncedActPage)
  async list(@CurrentOperator() actor: ActingOperator, @Query() request: AnnouncedActListRequest) {
    return ok(await this.listAnnouncedActs.execute(actor, request));
  }

  /** Nothing comes of it. One administrator is enough. */
  @Post(':id/stop')
  @HttpCode(200)
  @ForOperator('administrator')
  @ApiOkEnvelope('text')
  async stop(@CurrentOperator() actor: ActingOperator, @Param('id') id: string, @Body() { reason }: ReasonRequest) {
    await this.stopAnnouncedAct.execute(actor, rowId(id), reason);
    return ok('ok');
  }
}
