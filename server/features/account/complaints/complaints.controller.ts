import { Body, Controller, Get, HttpCode, Post, Query } from '@nestjs/common';
import { ApiConsumes, ApiTags } from '@nestjs/swagger';
import {
  ComplaintDetailView,
  ComplaintPage,
  ComplaintRequest,
  ComplaintsRequest,
  ComplaintView,
  ReopenComplaintRequest,
  WriteComplaintRequest,
} from '../../../contract/account/complaints.dto.js';
import { ok } from '../../../contract/envelope.dto.js';
import { type CurrentSession, CurrentUser, SignedIn } from '../../../platform/http/access.js';
import { ApiOkEnvelope } from '../../../platform/http/api-replies.js';
import { IdempotencyKey } from '../../../platform/idempotency/idempotency-key.js';
import { ReadComplaints } from './read-complaints.js';
import { WriteComplaint } from './write-complaint.js';

/** Complaints, each with the day by which a final answer is due. */
@ApiTags('complaints')
@ApiConsumes('application/x-www-form-urlencoded', 'application/json')
@SignedIn()
@Controller('complaints')
export class ComplaintsController {
  constructor(
    private readonly readComplaints: ReadComplaints,
    private readonly writeComplaint: WriteComplaint,
  ) {}

  /** The caller's own, the newest first. */
  @Get('list')
  @ApiOkEnvelope(ComplaintPage)
  async list(@CurrentUser() { userId }: CurrentSession, @Query() request: ComplaintsRequest) {
    return ok(await this.readComplaints.list(userId, request));
  }

  /** One of them, with all that was written in it. */
  @Get('detail')
  @ApiOkEnvelope(ComplaintDetailView)
  async detail(@CurrentUser() { userId }: CurrentSession, @Query() { id }: ComplaintRequest) {
    return ok(await this.readComplaints.find(userId, id));
  }

  /** Answers its number and by when a final answer is due. Three in 24 hours at most. */
  @Post('write')
  @HttpCode(200)
  @ApiOkEnvelope(ComplaintView)
  async write(
    @CurrentUser() { userId }: CurrentSession,
    @Body() request: WriteComplaintRequest,
    @IdempotencyKey() key: string | null,
  ) {
    return ok(await this.writeComplaint.execute(userId, request, key));
  }

  /** One that was answered waits for an answer again: once, within 30 days of the answer. */
  @Post('reopen')
  @HttpCode(200)
  @ApiOkEnvelope(ComplaintView)
  async reopen(
    @CurrentUser() { userId }: CurrentSession,
    @Body() request: ReopenComplaintRequest,
    @IdempotencyKey() key: string | null,
  ) {
    return ok(await this.writeComplaint.reopen(userId, request, key));
  }
}
