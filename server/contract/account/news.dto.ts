import { IsOptional, Matches, MaxLength } from 'class-validator';
import { Transform } from 'class-transformer';
import { OptionalText } from '../text-fields.js';

/** A whole number as old clients send it: as text, or as a number in JSON. */
function NumberText(length: number): PropertyDecorator {
  return (target, key) => {
    Transform(({ value }: { value: unknown }) => (typeof value === 'number' ? String(value) : value))(target, key);
    MaxLength(length)(target, key);
    Matches(/^[0-9]*$/)(target, key);
  };
}

export class NewsListRequest {
  /** Category; empty: all of them. 4 notices, 8 agreements and banners, 19 help. One that there is not is empty. */
  @IsOptional()
  @NumberText(9)
  c_id?: string;

  /** A code of `set/lang`; empty or unknown: the language of the request. */
  @OptionalText(20)
  lang?: string;

  /** From 1. */
  @IsOptional()
  @NumberText(9)
  page?: string;

  /** 1 to 50; 15 when not given. */
  @IsOptional()
  @NumberText(9)
  limit?: string;

  /** Words that title or text must have, all of them. */
  @OptionalText(60)
  keyword?: string;
}

export class NewsDetailRequest {
  @NumberText(15)
  @Matches(/^[1-9]/)
  id: string;

  @OptionalText(20)
  lang?: string;
}

export class NewsArticleView {
  id: number;
  c_id: number;
  title: string;
  abstract: string;
  /** HTML that was cleaned: text, lists, tables, links, and pictures of the product's own. */
  content: string;
  /** Address of the cover; empty: none. */
  thumbnail: string;
  cover: string;
  /** When it was published, `2026-11-20 12:00:00`, UTC. */
  create_time: string;
  /** What it is written in, in the old clients' codes: English, then Chinese, where there is none in the reader's own. */
  lang: string;
  sorts: number;
  /** 1: the caller has opened it; a guest has opened none. */
  is_read: number;
  /** 1: has to be read before anything new is traded. */
  is_required: number;
}

export class NewsListView {
  list: NewsArticleView[];
  count: number;
  page: number;
  limit: number;
}

export class RequiredArticleView {
  id: number;
  title: string;
}

export class UnreadNewsView {
  /** Notices that the caller has not opened. */
  count: number;
  /** What has to be read before anything new is traded, the oldest first; at most ten. */
  required: RequiredArticleView[];
}

/** Where the customer service is. */
export class CustomerLinkView {
  /** Address of the web, or a page of ours that begins with `/pages/`. */
  customer_url: string;
  /** Address of its picture; empty: none. */
  cover: string;
}

/** Where coins are bought and sold over the counter. */
export class OtcLinkView {
  /** Empty: there is none. */
  otc_url: string;
}
