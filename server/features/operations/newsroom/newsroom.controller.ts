import { Body, Controller, Get, HttpCode, Param, Post, Query, Req, Res } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { UploadForm } from '../../../contract/account/uploads.dto.js';
import { ok } from '../../../contract/envelope.dto.js';
import type { Language } from '../../../contract/errors.js';
import { ReasonRequest } from '../../../contract/operations/cases.dto.js';
import {
  ArticleDetailView,
  ArticleListRequest,
  ArticlePage,
  ArticleWrittenView,
  NewsImageView,
  ProposeArticleRequest,
  ProposeServiceLinkRequest,
  ServiceLinkView,
  WriteArticleRequest,
} from '../../../contract/operations/news.dto.js';
import { ProposedView } from '../../../contract/operations/proposals.dto.js';
import { Config } from '../../../platform/config/config.js';
import { ForOperator } from '../../../platform/http/access.js';
import { ApiOkEnvelope } from '../../../platform/http/api-replies.js';
import { receiveFile } from '../../../platform/http/receive-file.js';
import { RequestLanguage } from '../../../platform/http/request-language.js';
import { IdempotencyKey } from '../../../platform/idempotency/idempotency-key.js';
import { CurrentOperator } from '../audit/index.js';
import { type ActingOperator, rowId } from '../review/index.js';
import { AddNewsImage } from './add-news-image.js';
import { GetArticles } from './get-articles.js';
import { PublishArticles } from './publish-articles.js';
import { SetServiceLinks } from './set-service-links.js';
import { WriteArticles } from './write-articles.js';

/** Articles and service links at the desk. What is proposed here is decided with all other proposals. */
@ApiTags('operations')
@ForOperator('settings', 'support')
@Controller('ops/api')
export class NewsroomController {
  constructor(
    private readonly look: GetArticles,
    private readonly writeArticles: WriteArticles,
    private readonly publishArticles: PublishArticles,
    private readonly addNewsImage: AddNewsImage,
    private readonly setServiceLinks: SetServiceLinks,
    private readonly config: Config,
  ) {}

  /** The newest first. */
  @Get('news')
  @ForOperator('settings', 'support', 'auditor')
  @ApiOkEnvelope(ArticlePage)
  async list(@Query() request: ArticleListRequest, @RequestLanguage() language: Language) {
    return ok(await this.look.list(request, language));
  }

  /** One article: its newest version, what readers see, and what waits for a second person. */
  @Get('news/:id')
  @ForOperator('settings', 'support', 'auditor')
  @ApiOkEnvelope(ArticleDetailView)
  async article(@Param('id') id: string) {
    return ok(await this.look.find(rowId(id)));
  }

  /** Takes a picture for articles. */
  @Post('news/images')
  @HttpCode(200)
  @ApiConsumes('multipart/form-data')
  @ApiBody({ type: UploadForm })
  @ApiOkEnvelope(NewsImageView)
  async image(
    @CurrentOperator() actor: ActingOperator,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const { bytes } = await receiveFile(request, reply, this.config.values.UPLOAD_TIME_MS);
    return ok(await this.addNewsImage.execute(actor, bytes));
  }

  /** A new article, which nobody sees yet. */
  @Post('news')
  @HttpCode(200)
  @ApiOkEnvelope(ArticleWrittenView)
  async write(
    @CurrentOperator() actor: ActingOperator,
    @Body() request: WriteArticleRequest,
    @IdempotencyKey() key: string | null,
  ) {
    return ok(await this.writeArticles.execute(actor, null, request, key));
  }

  /** A new version of an article; readers go on seeing the one before. */
  @Post('news/:id')
  @HttpCode(200)
  @ApiOkEnvelope(ArticleWrittenView)
  async change(
    @CurrentOperator() actor: ActingOperator,
    @Param('id') id: string,
    @Body() request: WriteArticleRequest,
    @IdempotencyKey() key: string | null,
  ) {
    return ok(await this.writeArticles.execute(actor, rowId(id), request, key));
  }

  /** Proposes that readers see a version. */
  @Post('news/:id/propose')
  @HttpCode(200)
  @ApiOkEnvelope(ProposedView)
  async propose(
    @CurrentOperator() actor: ActingOperator,
    @Param('id') id: string,
    @Body() request: ProposeArticleRequest,
    @IdempotencyKey() key: string | null,
  ) {
    return ok({ id: await this.publishArticles.propose(actor, rowId(id), request, key) });
  }

  /** Takes an article off, at once. */
  @Post('news/:id/withdraw')
  @HttpCode(200)
  @ApiOkEnvelope('text')
  async withdraw(@CurrentOperator() actor: ActingOperator, @Param('id') id: string, @Body() { reason }: ReasonRequest) {
    await this.publishArticles.withdraw(actor, rowId(id), reason);
    return ok('ok');
  }

  /** Where service is. */
  @Get('service-links')
  @ForOperator('settings', 'support', 'auditor')
  @ApiOkEnvelope([ServiceLinkView])
  async links() {
    return ok(await this.look.serviceLinks());
  }

  /** Proposes where users are led. */
  @Post('service-links')
  @HttpCode(200)
  @ForOperator('settings')
  @ApiOkEnvelope(ProposedView)
  async proposeLink(
    @CurrentOperator() actor: ActingOperator,
    @Body() request: ProposeServiceLinkRequest,
    @IdempotencyKey() key: string | null,
  ) {
    return ok({ id: await this.setServiceLinks.propose(actor, request, key) });
  }
}
