import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ok } from '../../../contract/envelope.dto.js';
import {
  FindRequest,
  FoundPage,
  UserRecordPage,
  UserRecordsRequest,
} from '../../../contract/operations/records.dto.js';
import { LiquidationStepView } from '../../../contract/trading/liquidation.dto.js';
import { ForOperator } from '../../../platform/http/access.js';
import { ApiOkEnvelope } from '../../../platform/http/api-replies.js';
import { CurrentOperator } from '../audit/index.js';
import { type ActingOperator, rowId } from '../review/index.js';
import { FindAnything } from './find-anything.js';
import { ListUserRecords } from './list-user-records.js';
import { ReadLiquidation } from './read-liquidation.js';

/** What users ordered, hold and moved: to answer their questions by. Every look is written down. */
@ApiTags('operations')
@ForOperator('support', 'treasurer', 'auditor')
@Controller('ops/api')
export class RecordsController {
  constructor(
    private readonly listUserRecords: ListUserRecords,
    private readonly readLiquidation: ReadLiquidation,
    private readonly findAnything: FindAnything,
  ) {}

  /** Positions, orders of one product, deposits or withdrawals of a user, the newest first. */
  @Get('users/:id/records')
  @ApiOkEnvelope(UserRecordPage)
  async records(
    @CurrentOperator() actor: ActingOperator,
    @Param('id') id: string,
    @Query() request: UserRecordsRequest,
  ) {
    return ok(await this.listUserRecords.execute(actor, rowId(id), request));
  }

  /** Why a position was liquidated: every step with all that it was decided from, and the tape around it. */
  @Get('users/:id/liquidations/:position')
  @ApiOkEnvelope([LiquidationStepView])
  async liquidation(
    @CurrentOperator() actor: ActingOperator,
    @Param('id') id: string,
    @Param('position') position: string,
  ) {
    return ok(await this.readLiquidation.execute(actor, rowId(id), rowId(position)));
  }

  /** What bears a number, a hash, an e-mail address or a phone; the whole of it. A search is written down. */
  @Get('find')
  @ApiOkEnvelope(FoundPage)
  async find(@CurrentOperator() actor: ActingOperator, @Query() { text }: FindRequest) {
    return ok(await this.findAnything.execute(actor, text));
  }
}
