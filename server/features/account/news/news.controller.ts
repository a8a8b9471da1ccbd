import { Body, Controller, Get, HttpCode, Param, Post, Res } from '@nestjs/common';
import { ApiConsumes, ApiProduces, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import {
  NewsArticleView,
  NewsDetailRequest,
  NewsListRequest,
  NewsListView,
  UnreadNewsView,
} from '../../../contract/account/news.dto.js';
import { ok } from '../../../contract/envelope.dto.js';
import type { Language } from '../../../contract/errors.js';
import { languageOf } from '../../../contract/languages/index.js';
import { pageAsked } from '../../../contract/pages.dto.js';
import { type CurrentSession, CurrentUser, Public, SignedIn, VisitingUser } from '../../../platform/http/access.js';
import { ApiOkEnvelope } from '../../../platform/http/api-replies.js';
import { Rate } from '../../../platform/http/rate-limits/rate-classes.js';
import { RequestLanguage } from '../../../platform/http/request-language.js';
import { FILE_POLICY } from '../../../platform/http/send-file.js';
import { articleView } from './news-views.js';
import { NewsImages } from './news-images.js';
import { ReadNews } from './read-news.js';

const LIMIT = '15';
const LIMIT_MAX = 50;

/** News, notices and help, for everybody. */
@ApiTags('news')
@ApiConsumes('application/x-www-form-urlencoded', 'application/json')
@Rate('read')
@Controller('news')
export class NewsController {
  constructor(
    private readonly readNews: ReadNews,
    private readonly images: NewsImages,
  ) {}

  /** Articles of a category, in their order; with a keyword, those that have it in the title first. */
  @Public({ readsSession: true })
  @Post('list')
  @HttpCode(200)
  @ApiOkEnvelope(NewsListView)
  list(
    @Body() request: NewsListRequest,
    @VisitingUser() visitor: CurrentSession | null,
    @RequestLanguage() language: Language,
  ) {
    return this.page(request, false, { visitor, language });
  }

  /** What stands in the bar of the home page. */
  @Public({ readsSession: true })
  @Post('announcement')
  @HttpCode(200)
  @ApiOkEnvelope(NewsListView)
  announcement(
    @Body() request: NewsListRequest,
    @VisitingUser() visitor: CurrentSession | null,
    @RequestLanguage() language: Language,
  ) {
    return this.page(request, true, { visitor, language });
  }

  /** One article. A caller who is logged in has read it from then on. */
  @Public({ readsSession: true })
  @Post('detail')
  @HttpCode(200)
  @ApiOkEnvelope(NewsArticleView)
  async detail(
    @Body() { id, lang }: NewsDetailRequest,
    @VisitingUser() visitor: CurrentSession | null,
    @RequestLanguage() language: Language,
  ) {
    const reader = { language: languageOf(lang ?? '') ?? language, userId: visitor?.userId ?? null };
    return ok(articleView(await this.readNews.open(reader, id)));
  }

  /** What the caller has not read. */
  @SignedIn()
  @Get('unread')
  @ApiOkEnvelope(UnreadNewsView)
  async unread(@CurrentUser() { userId }: CurrentSession, @RequestLanguage() language: Language) {
    const { count, required } = await this.readNews.unread({ userId, language });
    return ok({ count, required: required.map(({ id, title }) => ({ id: Number.parseInt(id, 10), title })) });
  }

  /** A picture of an article; it never changes. */
  @Public()
  @Get('image/:id')
  @ApiProduces('image/jpeg')
  async image(@Param('id') id: string, @Res() reply: FastifyReply): Promise<void> {
    const picture = await this.images.read(id);
    void reply
      .header('content-type', 'image/jpeg')
      .header('content-disposition', 'inline; filename="picture.jpg"')
      .header('content-security-policy', FILE_POLICY)
      .header('cache-control', 'public, max-age=31536000, immutable')
      .send(picture);
  }

  private async page(
    request: NewsListRequest,
    announced: boolean,
    { visitor, language }: { visitor: CurrentSession | null; language: Language },
  ) {
    const { c_id = '', lang = '', keyword = '', page: number, limit: most } = request;
    const { page, limit: asked } = pageAsked({ ...(number ? { page: number } : {}), limit: most || LIMIT });
    const limit = Math.min(asked, LIMIT_MAX);
    const category = c_id === '' ? null : Number.parseInt(c_id, 10);
    const reader = { language: languageOf(lang) ?? language, userId: visitor?.userId ?? null };
    const { rows, count } = await this.readNews.list(reader, { category, announced, keyword, page, limit });
    return ok<NewsListView>({ list: rows.map(articleView), count, page, limit });
  }
}
