import { Body, Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ok } from '../../../contract/envelope.dto.js';
import {
  IncidentOpenedView,
  IncidentPage,
  IncidentsRequest,
  OpenIncidentRequest,
  UpdateIncidentRequest,
} from '../../../contract/operations/incidents.dto.js';
import { ForOperator } from '../../../platform/http/access.js';
import { ApiOkEnvelope } from '../../../platform/http/api-replies.js';
import { IdempotencyKey } from '../../../platform/idempotency/idempotency-key.js';
import { CurrentOperator } from '../audit/index.js';
import { type ActingOperator, rowId } from '../review/index.js';
import { WriteIncidents } from './write-incidents.js';

/** Incidents and planned work at the desk. What is written here everybody reads at once. */
@ApiTags('operations')
@ForOperator('settings', 'support')
@Controller('ops/api/incidents')
export class IncidentsDeskController {
  constructor(private readonly writeIncidents: WriteIncidents) {}

  /** Those that go on first, then the newest. */
  @Get()
  @ForOperator('settings', 'support', 'auditor')
  @ApiOkEnvelope(IncidentPage)
  async list(@Query() request: IncidentsRequest) {
    return ok(await this.writeIncidents.list(request));
  }

  /** Opens an incident, or plans work. */
  @Post()
  @HttpCode(200)
  @ApiOkEnvelope(IncidentOpenedView)
  async open(
    @CurrentOperator() actor: ActingOperator,
    @Body() request: OpenIncidentRequest,
    @IdempotencyKey() key: string | null,
  ) {
    return ok({ id: await this.writeIncidents.open(actor, request, key) });
  }

  /** Says how it goes on; `resolved` ends it. */
  @Post(':id/update')
  @HttpCode(200)
  @ApiOkEnvelope('text')
  async update(
    @CurrentOperator() actor: ActingOperator,
    @Param('id') id: string,
    @Body() request: UpdateIncidentRequest,
    @IdempotencyKey() key: string | null,
  ) {
    return ok(await this.writeIncidents.update(actor, rowId(id), request, key));
  }
}
