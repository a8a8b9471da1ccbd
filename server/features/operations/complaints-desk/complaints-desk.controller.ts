import { Body, Controller, Get, HttpCode, Param, Post, Query, Res } from '@nestjs/common';
import { ApiProduces, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import type { Language } from '../../../contract/errors.js';
import { ok } from '../../../contract/envelope.dto.js';
import {
  AnswerComplaintRequest,
  ComplaintCaseView,
  ComplaintQueuePage,
  ComplaintQueueRequest,
} from '../../../contract/operations/complaints.dto.js';
import { DeskFileRequest } from '../../../contract/operations/desk-files.dto.js';
import { ForOperator } from '../../../platform/http/access.js';
import { ApiOkEnvelope } from '../../../platform/http/api-replies.js';
import { RequestLanguage } from '../../../platform/http/request-language.js';
import { IdempotencyKey } from '../../../platform/idempotency/idempotency-key.js';
import { CurrentOperator } from '../audit/index.js';
import { sendFile } from '../../../platform/http/send-file.js';
import { ExportComplaints } from './export-complaints.js';
import { type ActingOperator, rowId } from '../review/index.js';
import { AnswerComplaint } from './answer-complaint.js';
import { GetComplaints } from './get-complaints.js';

/** Complaints of users, which are answered by a day. */
@ApiTags('operations')
@ForOperator('support')
@Controller('ops/api/complaints')
export class ComplaintsDeskController {
  constructor(
    private readonly getComplaints: GetComplaints,
    private readonly answerComplaint: AnswerComplaint,
    private readonly exportComplaints: ExportComplaints,
  ) {}

  /** Those that wait, the soonest due first; or those that are answered. */
  @Get()
  @ForOperator('support', 'auditor')
  @ApiOkEnvelope(ComplaintQueuePage)
  async list(@Query() request: ComplaintQueueRequest) {
    return ok(await this.getComplaints.list(request));
  }

  /** What the filter selects, as CSV. That it was kept is written down. */
  @Get('file')
  @ForOperator('support', 'auditor')
  @ApiProduces('text/csv')
  async file(
    @CurrentOperator() actor: ActingOperator,
    @RequestLanguage() language: Language,
    @Query() request: ComplaintQueueRequest,
    @Query() { zone }: DeskFileRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    sendFile(reply, await this.exportComplaints.execute({ actor, language, zone }, request));
  }

  /** One complaint. That it was opened is written down. */
  @Get(':id')
  @ForOperator('support', 'auditor')
  @ApiOkEnvelope(ComplaintCaseView)
  async open(@CurrentOperator() actor: ActingOperator, @Param('id') id: string) {
    return ok(await this.getComplaints.open(actor, rowId(id)));
  }

  /** Answers it. */
  @Post(':id/answer')
  @HttpCode(200)
  @ApiOkEnvelope('text')
  async answer(
    @CurrentOperator() actor: ActingOperator,
    @Param('id') id: string,
    @Body() answer: AnswerComplaintRequest,
    @IdempotencyKey() key: string | null,
  ) {
    return ok(await this.answerComplaint.execute(actor, rowId(id), answer, key));
  }
}
