import { Body, Controller, Get, HttpCode, Param, Post, Query, Res } from '@nestjs/common';
import { ApiProduces, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import type { Language } from '../../../contract/errors.js';
import { ok } from '../../../contract/envelope.dto.js';
import { CaseListRequest, ClaimView, DecisionView } from '../../../contract/operations/cases.dto.js';
import {
  AppealCasePage,
  AppealDetailView,
  DecideAppealRequest,
  DeskLineRequest,
} from '../../../contract/operations/otc.dto.js';
import { OtcEvidencePackView, RoomLinesView } from '../../../contract/trading/otc-orders.dto.js';
import { DeskFileRequest } from '../../../contract/operations/desk-files.dto.js';
import { ForOperator } from '../../../platform/http/access.js';
import { ApiOkEnvelope } from '../../../platform/http/api-replies.js';
import { RequestLanguage } from '../../../platform/http/request-language.js';
import { sendPhoto } from '../../account/uploads/index.js';
import { CurrentOperator } from '../audit/index.js';
import { sendFile } from '../../../platform/http/send-file.js';
import { ExportAppeals } from './export-appeals.js';
import { type ActingOperator, ClaimCase, rowId } from '../review/index.js';
import { DecideAppeals } from './decide-appeals.js';
import { GetAppeals } from './get-appeals.js';
import { ReadAppealRoom } from './read-appeal-room.js';
import { WriteToBoth } from './write-to-both.js';

/** Orders between users that the desk was called to. */
@ApiTags('operations')
@ForOperator('treasurer')
@Controller('ops/api/appeals')
export class AppealsDeskController {
  constructor(
    private readonly getAppeals: GetAppeals,
    private readonly readAppealRoom: ReadAppealRoom,
    private readonly decideAppeals: DecideAppeals,
    private readonly writeToBoth: WriteToBoth,
    private readonly claimCase: ClaimCase,
    private readonly exportAppeals: ExportAppeals,
  ) {}

  @Get()
  @ForOperator('treasurer', 'support', 'auditor')
  @ApiOkEnvelope(AppealCasePage)
  async list(@CurrentOperator() actor: ActingOperator, @Query() request: CaseListRequest) {
    return ok(await this.getAppeals.list(actor, request));
  }

  /** What the filter selects, as CSV. That it was kept is written down. */
  @Get('file')
  @ForOperator('treasurer', 'support', 'auditor')
  @ApiProduces('text/csv')
  async file(
    @CurrentOperator() actor: ActingOperator,
    @RequestLanguage() language: Language,
    @Query() request: CaseListRequest,
    @Query() { zone }: DeskFileRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    sendFile(reply, await this.exportAppeals.execute({ actor, language, zone }, request));
  }

  /** One appeal. That it was opened is written down. */
  @Get(':id')
  @ForOperator('treasurer', 'support', 'auditor')
  @ApiOkEnvelope(AppealDetailView)
  async open(@CurrentOperator() actor: ActingOperator, @Param('id') id: string) {
    return ok(await this.getAppeals.open(actor, rowId(id)));
  }

  /** The last 50 lines of its room before a number. */
  @Get(':id/lines')
  @ForOperator('treasurer', 'support', 'auditor')
  @ApiOkEnvelope(RoomLinesView)
  async lines(@CurrentOperator() actor: ActingOperator, @Param('id') id: string, @Query('before') before?: string) {
    return ok(await this.readAppealRoom.lines(actor, rowId(id), before === undefined ? null : lineNumber(before)));
  }

  /** The picture of a line. */
  @Get(':id/pictures/:number')
  @ForOperator('treasurer', 'support', 'auditor')
  @ApiProduces('image/jpeg')
  async picture(
    @CurrentOperator() actor: ActingOperator,
    @Param('id') id: string,
    @Param('number') number: string,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    sendPhoto(reply, await this.readAppealRoom.picture(actor, rowId(id), lineNumber(number)));
  }

  /** The whole record, with digests. */
  @Get(':id/evidence')
  @ForOperator('treasurer', 'support', 'auditor')
  @ApiOkEnvelope(OtcEvidencePackView)
  async evidence(@CurrentOperator() actor: ActingOperator, @Param('id') id: string) {
    return ok(await this.readAppealRoom.pack(actor, rowId(id)));
  }

  /** Takes the appeal for a quarter of an hour. */
  @Post(':id/claim')
  @HttpCode(200)
  @ApiOkEnvelope(ClaimView)
  async claim(@CurrentOperator() actor: ActingOperator, @Param('id') id: string) {
    return ok(await this.claimCase.execute(actor, { kind: 'otc', id: rowId(id) }));
  }

  @Post(':id/release')
  @HttpCode(200)
  @ApiOkEnvelope('text')
  async release(@CurrentOperator() actor: ActingOperator, @Param('id') id: string) {
    await this.claimCase.release(actor, { kind: 'otc', id: rowId(id) });
    return ok('ok');
  }

  /** Decides for one of the two. Above the limit of the order two operators have to say the same. */
  @Post(':id/decide')
  @HttpCode(200)
  @ApiOkEnvelope(DecisionView)
  async decide(
    @CurrentOperator() actor: ActingOperator,
    @Param('id') id: string,
    @Body() request: DecideAppealRequest,
  ) {
    return ok(await this.decideAppeals.decide(actor, rowId(id), request));
  }

  /** Writes to both. */
  @Post(':id/say')
  @HttpCode(200)
  @ApiOkEnvelope('text')
  async say(@CurrentOperator() actor: ActingOperator, @Param('id') id: string, @Body() { text }: DeskLineRequest) {
    await this.writeToBoth.execute(actor, rowId(id), text);
    return ok('ok');
  }
}

/** Of a line: at most nine digits. */
function lineNumber(text: string): number {
  return Number.parseInt(rowId(text).slice(0, 9), 10);
}
