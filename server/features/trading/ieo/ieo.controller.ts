import { Body, Controller, Get, HttpCode, Post, Query } from '@nestjs/common';
import { ApiConsumes, ApiTags } from '@nestjs/swagger';
import { isDemoAccount } from '../../../contract/account-type.dto.js';
import { ok } from '../../../contract/envelope.dto.js';
import type { Language } from '../../../contract/errors.js';
import { successText } from '../../../contract/languages/success.js';
import { pageAsked } from '../../../contract/pages.dto.js';
import { IeoAllotmentRequest, IeoAllotmentView } from '../../../contract/trading/ieo-allotment.dto.js';
import {
  IeoApplicationDetailView,
  IeoApplicationPage,
  IeoApplicationRequest,
  IeoApplicationsRequest,
  IeoApplyRequest,
  IeoListRequest,
  IeoPayRequest,
  IeoPreviewView,
  IeoProjectPage,
  IeoProjectRequest,
  IeoProjectView,
} from '../../../contract/trading/ieo.dto.js';
import { type CurrentSession, CurrentUser, Public, SignedIn } from '../../../platform/http/access.js';
import { ApiOkEnvelope } from '../../../platform/http/api-replies.js';
import { Rate } from '../../../platform/http/rate-limits/rate-classes.js';
import { RequestLanguage } from '../../../platform/http/request-language.js';
import { IdempotencyKey } from '../../../platform/idempotency/idempotency-key.js';
import { ApplyForIeo } from './apply-for-ieo.js';
import { GetIeo } from './get-ieo.js';
import { PayForIeo } from './pay-for-ieo.js';

const TABLE_ROWS = 100;
const TABLE_ROWS_MAX = 1000;

/** Sales of new coins. */
@ApiTags('ieo')
@ApiConsumes('application/x-www-form-urlencoded', 'application/json')
@SignedIn()
@Controller()
export class IeoController {
  constructor(
    private readonly getIeo: GetIeo,
    private readonly applyForIeo: ApplyForIeo,
    private readonly payForIeo: PayForIeo,
  ) {}

  /** The projects, those that are not over first. */
  @Public()
  @Post('ieo/list')
  @HttpCode(200)
  @Rate('read')
  @ApiOkEnvelope(IeoProjectPage)
  async list(@Body() request: IeoListRequest, @RequestLanguage() language: Language) {
    const { status, keyword } = request;
    const query = { phase: status ?? null, keyword: keyword ?? '', ...pageAsked(request) };
    return ok(await this.getIeo.projects(query, language));
  }

  @Public()
  @Get('ieo/project')
  @ApiOkEnvelope(IeoProjectView)
  async project(@Query() { id }: IeoProjectRequest, @RequestLanguage() language: Language) {
    return ok(await this.getIeo.project(Number.parseInt(id, 10), language));
  }

  /** The published table of an allotment, so that anybody can compute it again. */
  @Public()
  @Get('ieo/allotment')
  @ApiOkEnvelope(IeoAllotmentView)
  async allotment(@Query() { id, after, keyword, limit }: IeoAllotmentRequest) {
    const asked = limit === undefined ? TABLE_ROWS : Math.max(1, Number.parseInt(limit, 10));
    const query = { after: after ?? '', prefix: keyword ?? '', limit: Math.min(asked, TABLE_ROWS_MAX) };
    return ok(await this.getIeo.allotment(Number.parseInt(id, 10), query));
  }

  /** What an application would do. */
  @Post('ieo/preview')
  @HttpCode(200)
  @Rate('read')
  @ApiOkEnvelope(IeoPreviewView)
  async preview(
    @CurrentUser() { userId }: CurrentSession,
    @RequestLanguage() language: Language,
    @Body() { project_id, number, account_type }: IeoApplyRequest,
  ) {
    const wish = {
      userId,
      projectId: Number.parseInt(project_id, 10),
      units: number,
      demo: isDemoAccount(account_type),
    };
    return ok(await this.getIeo.preview(wish, language));
  }

  /** Applies for coins; their price is frozen on the spot account. */
  @Post('ieo/apply')
  @HttpCode(200)
  @Rate('open')
  @ApiOkEnvelope('text')
  async apply(
    @CurrentUser() { userId }: CurrentSession,
    @RequestLanguage() language: Language,
    @IdempotencyKey() key: string | null,
    @Body() { project_id, number, agreement, account_type }: IeoApplyRequest,
  ) {
    await this.applyForIeo.execute({
      userId,
      projectId: Number.parseInt(project_id, 10),
      units: number,
      agreed: agreement,
      demo: isDemoAccount(account_type),
      key,
    });
    return ok(successText(language, 'submitted'));
  }

  /** The caller's applications, the newest first. */
  @Post('ieo/myApply')
  @HttpCode(200)
  @Rate('read')
  @ApiOkEnvelope(IeoApplicationPage)
  async applications(
    @CurrentUser() { userId }: CurrentSession,
    @RequestLanguage() language: Language,
    @Body() request: IeoApplicationsRequest,
  ) {
    const { status, keyword } = request;
    const wanted = status === undefined ? null : Number.parseInt(status, 10);
    const query = { userId, status: wanted, keyword: keyword ?? '', ...pageAsked(request) };
    return ok(await this.getIeo.applications(query, language));
  }

  /** One application with its calendar and its proofs. */
  @Get('ieo/application')
  @ApiOkEnvelope(IeoApplicationDetailView)
  async application(
    @CurrentUser() { userId }: CurrentSession,
    @RequestLanguage() language: Language,
    @Query() { id }: IeoApplicationRequest,
  ) {
    return ok(await this.getIeo.application(userId, id, language));
  }

  /** Pays for a lot. */
  @Post('ieo/pay')
  @HttpCode(200)
  @Rate('open')
  @ApiOkEnvelope('text')
  async pay(
    @CurrentUser() { userId }: CurrentSession,
    @RequestLanguage() language: Language,
    @IdempotencyKey() key: string | null,
    @Body() { id, round, account_type }: IeoPayRequest,
  ) {
    const which = round === '1' ? 1 : round === '2' ? 2 : null;
    const payment = { userId, applicationId: id, round: which, demo: isDemoAccount(account_type), key } as const;
    await this.payForIeo.execute(payment);
    return ok(successText(language, 'done'));
  }
}
