import { Controller, Get, Param, Query, Res } from '@nestjs/common';
import { ApiProduces, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import type { Language } from '../../../contract/errors.js';
import { ok } from '../../../contract/envelope.dto.js';
import {
  FindRequest,
  FoundPage,
  UserRecordPage,
  UserRecordsRequest,
} from '../../../contract/operations/records.dto.js';
import { LiquidationStepView } from '../../../contract/trading/liquidation.dto.js';
import { DeskFileRequest } from '../../../contract/operations/desk-files.dto.js';
import { ForOperator } from '../../../platform/http/access.js';
import { ApiOkEnvelope } from '../../../platform/http/api-replies.js';
import { RequestLanguage } from '../../../platform/http/request-language.js';
import { CurrentOperator } from '../audit/index.js';
import { sendFile } from '../../../platform/http/send-file.js';
import { ExportUserRecords } from './export-user-records.js';
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
    private readonly exportUserRecords: ExportUserRecords,
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

  /** What the filter selects, as CSV. That it was kept is written down. */
  @Get('users/:id/records/file')
  @ApiProduces('text/csv')
  async file(
    @CurrentOperator() actor: ActingOperator,
    @RequestLanguage() language: Language,
    @Param('id') id: string,
    @Query() request: UserRecordsRequest,
    @Query() { zone }: DeskFileRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    sendFile(reply, await this.exportUserRecords.execute({ actor, language, zone }, rowId(id), request));
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
