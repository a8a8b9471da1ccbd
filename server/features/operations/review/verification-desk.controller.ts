import { Body, Controller, Get, HttpCode, Param, Post, Query, Res } from '@nestjs/common';
import { ApiProduces, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import type { Language } from '../../../contract/errors.js';
import { ok } from '../../../contract/envelope.dto.js';
import {
  CaseListRequest,
  ClaimView,
  DecisionView,
  VerificationCasePage,
  VerificationDetailView,
} from '../../../contract/operations/cases.dto.js';
import {
  ApproveVerificationRequest,
  ClaimVerificationRequest,
  RejectVerificationRequest,
} from '../../../contract/operations/verification-decisions.dto.js';
import { PHOTO_KINDS, type PhotoKind } from '../../../contract/account/verification.dto.js';
import { DeskFileRequest } from '../../../contract/operations/desk-files.dto.js';
import { ForOperator } from '../../../platform/http/access.js';
import { ApiOkEnvelope } from '../../../platform/http/api-replies.js';
import { RequestLanguage } from '../../../platform/http/request-language.js';
import { CurrentOperator } from '../audit/index.js';
import { sendPhoto } from '../../account/uploads/index.js';
import { ClaimVerificationCases } from './claim-verification-cases.js';
import { DecideVerificationCases } from './decide-verification-cases.js';
import { sendFile } from '../../../platform/http/send-file.js';
import { ExportCases } from './export-cases.js';
import type { ActingOperator } from './acting-operator.js';
import { ListVerificationCases } from './list-verification-cases.js';

/** The queue of verifications. Only reviewers ever see an ID. */
@ApiTags('operations')
@ForOperator('reviewer')
@Controller('ops/api/verification')
export class VerificationDeskController {
  constructor(
    private readonly listVerificationCases: ListVerificationCases,
    private readonly claimVerificationCases: ClaimVerificationCases,
    private readonly decideVerificationCases: DecideVerificationCases,
    private readonly exportCases: ExportCases,
  ) {}

  @Get()
  @ApiOkEnvelope(VerificationCasePage)
  async list(@CurrentOperator() actor: ActingOperator, @Query() request: CaseListRequest) {
    return ok(await this.listVerificationCases.list(actor, request));
  }

  /** What the filter selects, as CSV. That it was kept is written down. */
  @Get('file')
  @ApiProduces('text/csv')
  async file(
    @CurrentOperator() actor: ActingOperator,
    @RequestLanguage() language: Language,
    @Query() request: CaseListRequest,
    @Query() { zone }: DeskFileRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    sendFile(reply, await this.exportCases.verifications({ actor, language, zone }, request));
  }

  /** One case with the person's details. That it was opened is written down. */
  @Get(':id')
  @ApiOkEnvelope(VerificationDetailView)
  async open(@CurrentOperator() actor: ActingOperator, @Param('id') id: string) {
    return ok(await this.listVerificationCases.open(actor, id));
  }

  /** One photo: `front`, `back` or `hand`. Every look is written down, and the user can see it. */
  @Get(':id/photos/:kind')
  @ApiProduces('image/jpeg')
  async photo(
    @CurrentOperator() actor: ActingOperator,
    @Param('id') id: string,
    @Param('kind') kind: string,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    sendPhoto(reply, await this.listVerificationCases.photo(actor, id, kind));
  }

  /** Takes the case for a quarter of an hour; nobody else can decide it meanwhile. */
  @Post(':id/claim')
  @HttpCode(200)
  @ApiOkEnvelope(ClaimView)
  async claim(
    @CurrentOperator() actor: ActingOperator,
    @Param('id') id: string,
    @Body() { version }: ClaimVerificationRequest,
  ) {
    return ok(await this.claimVerificationCases.claim(actor, id, version));
  }

  @Post(':id/release')
  @HttpCode(200)
  @ApiOkEnvelope('text')
  async release(@CurrentOperator() actor: ActingOperator, @Param('id') id: string) {
    await this.claimVerificationCases.release(actor, id);
    return ok('ok');
  }

  @Post(':id/approve')
  @HttpCode(200)
  @ApiOkEnvelope(DecisionView)
  async approve(
    @CurrentOperator() actor: ActingOperator,
    @Param('id') id: string,
    @Body() request: ApproveVerificationRequest,
  ) {
    return ok(await this.decideVerificationCases.approve(actor, id, request));
  }

  /** Sends the case back; on the advanced level with a reason for each photo that is to be taken again. */
  @Post(':id/reject')
  @HttpCode(200)
  @ApiOkEnvelope(DecisionView)
  async reject(
    @CurrentOperator() actor: ActingOperator,
    @Param('id') id: string,
    @Body() request: RejectVerificationRequest,
  ) {
    const { version, reason, photoReasons } = request;
    const given = PHOTO_KINDS.flatMap((kind): [PhotoKind, string][] => {
      const text = photoReasons?.[kind];
      return text === undefined ? [] : [[kind, text]];
    });
    return ok(
      await this.decideVerificationCases.reject(actor, id, {
        version,
        reason,
        photoReasons: Object.fromEntries(given),
      }),
    );
  }
}
