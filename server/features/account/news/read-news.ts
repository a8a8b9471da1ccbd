import { Injectable } from '@nestjs/common';
import type { Language } from '../../../contract/errors.js';
import { newsCategory, NOTICES } from '../../../contract/rules/news.rules.js';
import { Clock } from '../../../platform/clock/clock.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { folded } from './clean-article.js';
import { type ArticlesQuery, NewsStore, type ShownArticle } from './news.store.js';

export interface Reader {
  language: Language;
  /** Null: a guest. */
  userId: string | null;
}

export interface NewsAsked {
  /** The number that was asked for; null: all categories. */
  category: number | null;
  announced: boolean;
  keyword: string;
  page: number;
  limit: number;
}

/** Nobody pages deeper. */
const DEEPEST = 10_000;
const WORDS_MAX = 8;
const REQUIRED_MAX = 10;

/** What readers see of news, notices and help. */
@Injectable()
export class ReadNews {
  constructor(
    private readonly store: NewsStore,
    private readonly clock: Clock,
  ) {}

  /** One page, and how many there are. A category that there is not has none. */
  async list(reader: Reader, asked: NewsAsked): Promise<{ rows: ShownArticle[]; count: number }> {
    const { category, announced, keyword, page, limit } = asked;
    if (category !== null && newsCategory(category) === null) return { rows: [], count: 0 };
    const words = folded(keyword).split(' ').filter(Boolean).slice(0, WORDS_MAX);
    const query = { ...this.queryOf(reader), category, announced, words };
    const offset = (page - 1) * limit;
    const [rows, count] = await Promise.all([
      offset >= DEEPEST ? [] : this.store.list(query, limit, offset),
      this.store.count(query),
    ]);
    return { rows, count };
  }

  /**
   * One article. Who opens it while logged in has read it: for old clients there is no other sign.
   * @throws Refusal `news.not-found` for one that is not shown, for whatever reason.
   */
  async open(reader: Reader, id: string): Promise<ShownArticle> {
    const at = new Date(this.clock.now());
    const article = await this.store.find(id, { ...reader, at });
    if (!article) throw new Refusal('news.not-found');
    if (reader.userId !== null && !article.isRead) await this.store.markRead(reader.userId, article, at);
    return { ...article, isRead: reader.userId !== null };
  }

  /** How many notices this user has not opened, and what has to be read before anything new is traded. */
  async unread(reader: Reader & { userId: string }): Promise<{ count: number; required: ShownArticle[] }> {
    const query = { ...this.queryOf(reader), category: NOTICES };
    const [count, required] = await Promise.all([this.unreadCount(reader), this.store.required(query, REQUIRED_MAX)]);
    return { count, required };
  }

  /** How many notices this user has not opened. */
  unreadCount(reader: Reader & { userId: string }): Promise<number> {
    return this.store.countUnread({ ...this.queryOf(reader), category: NOTICES });
  }

  private queryOf({ language, userId }: Reader): ArticlesQuery {
    return { category: null, announced: false, words: [], language, userId, at: new Date(this.clock.now()) };
  }
}
