import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsOptional,
  IsString,
  Matches,
  Max,
  MaxLength,
  Min,
  ValidateNested,
} from 'class-validator';
import { LANGUAGES, type Language } from '../errors.js';
import { PageRequest } from '../pages.dto.js';
import { NEWS_CATEGORIES, type NewsCategory } from '../rules/news.rules.js';
import { OptionalText, PlainText } from '../text-fields.js';
import { NEWS_STATES, type NewsState } from './words.js';

const FILLED = /\S/;
const ROW_ID = /^[1-9][0-9]{0,17}$/;
const IMAGE_ID = /^[0-9a-f]{32}$/;
/** The last instant of the year 9999. */
const LATEST_MS = 253_402_300_799_000;

export class ArticleListRequest extends PageRequest {
  /** Empty: all. */
  @OptionalText(10)
  @IsIn(NEWS_STATES)
  state?: NewsState;

  @OptionalText(2)
  @Matches(/^[0-9]+$/)
  category?: string;

  /** Words of the title or the text, in any language. */
  @OptionalText(60)
  keyword?: string;
}

export class ArticleTextRequest {
  @IsIn(LANGUAGES)
  language: Language;

  @PlainText(160)
  @Matches(FILLED)
  title: string;

  @PlainText(500)
  abstract: string;

  /** HTML; what may harm a reader is left out of it. Seven languages of it fit into one request. */
  @IsString()
  @MaxLength(10_000)
  content: string;
}

/** A new article, or a new version of one. Nothing of it is shown before a second person agrees. */
export class WriteArticleRequest {
  /** The version that was opened; left out for a new article. */
  @OptionalText(18)
  @Matches(ROW_ID)
  from?: string;

  @IsIn(NEWS_CATEGORIES)
  category: NewsCategory;

  /** Number of a picture that was handed in for articles. */
  @OptionalText(32)
  @Matches(IMAGE_ID)
  cover?: string;

  /** Place in the category: the smallest stands first. */
  @IsInt()
  @Min(0)
  @Max(9999)
  rank: number;

  /** Unix milliseconds. */
  @IsInt()
  @Min(0)
  @Max(LATEST_MS)
  publishAt: number;

  @IsOptional()
  @IsInt()
  @Min(0)
  @Max(LATEST_MS)
  expiresAt?: number | null;

  /** Has to be read before anything new is traded. */
  @IsBoolean()
  required: boolean;

  /** Stands in the bar of the home page. */
  @IsBoolean()
  announced: boolean;

  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(LANGUAGES.length)
  @ValidateNested({ each: true })
  @Type(() => ArticleTextRequest)
  texts: ArticleTextRequest[];
}

export class ProposeArticleRequest {
  /** What is to be shown. */
  @PlainText(18)
  @Matches(ROW_ID)
  version: string;

  @PlainText(500)
  @Matches(FILLED)
  reason: string;
}

export class ArticleTextView {
  language: Language;
  title: string;
  abstract: string;
  content: string;
}

export class ArticleVersionView {
  id: string;
  category: NewsCategory;
  cover: string | null;
  rank: number;
  publishAt: number;
  expiresAt: number | null;
  required: boolean;
  announced: boolean;
  writtenBy: string;
  writtenAt: number;
  texts: ArticleTextView[];
}

export class ArticleRowView {
  id: string;
  /** Of the newest version, in the operator's language or the next best. */
  title: string;
  category: NewsCategory;
  languages: Language[];
  state: NewsState;
  publishAt: number;
  expiresAt: number | null;
  required: boolean;
  announced: boolean;
  writtenBy: string;
  writtenAt: number;
  /** The newest version is the one that readers see. */
  isLatestLive: boolean;
}

export class ArticlePage {
  list: ArticleRowView[];
  total: number;
  page: number;
  limit: number;
}

export class ArticleDetailView {
  id: string;
  state: NewsState;
  latest: ArticleVersionView;
  /** What readers see, or will from its time on; null: nothing. */
  live: ArticleVersionView | null;
  /** What waits for a second person, and its proposal; null: nothing. */
  proposed: ArticleVersionView | null;
  proposalId: string | null;
}

export class ArticleWrittenView {
  id: string;
  version: string;
  /** Something was left out of a text, because it might harm a reader. */
  isCleaned: boolean;
}

export class NewsImageView {
  id: string;
  /** What the picture is called in an article. */
  address: string;
}

export class ServiceLinkView {
  link: 'customer' | 'otc';
  /** Empty: nothing is set. */
  url: string;
  cover: string | null;
  changedAt: number | null;
}

/** Where users are led is said by two people. */
export class ProposeServiceLinkRequest {
  @IsIn(['customer', 'otc'])
  link: 'customer' | 'otc';

  /** `https://…` or a page of ours that begins with `/pages/`. */
  @PlainText(500)
  @Matches(FILLED)
  url: string;

  @OptionalText(32)
  @Matches(IMAGE_ID)
  cover?: string;

  @PlainText(500)
  @Matches(FILLED)
  reason: string;
}
