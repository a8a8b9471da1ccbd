import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Language } from '../../../contract/errors.js';

/** An article that is shown now, in one of its languages. */
export interface ShownArticle {
  id: string;
  category: number;
  title: string;
  abstract: string;
  content: string;
  cover: string | null;
  publishAt: Date;
  language: Language;
  rank: number;
  required: boolean;
  isRead: boolean;
}

export interface ArticlesQuery {
  /** Null: of all. */
  category: number | null;
  /** Only those of the bar of the home page. */
  announced: boolean;
  /** Folded; each must be in title, abstract or text. */
  words: readonly string[];
  language: Language;
  /** Null: a guest. */
  userId: string | null;
  at: Date;
}

export interface ServiceLinkRow {
  url: string;
  cover: string | null;
}

/** Whoever reads another language gets English, then Chinese, then whatever there is. */
const PREFERRED = `array[$1::text, 'en', 'zh']`;
const shownAt = (at: string) =>
  `v.publish_at <= database_now(${at}) and (v.expires_at is null or v.expires_at > database_now(${at}))`;
const SHOWN = shownAt('$2');
const ARTICLES = 'from news_article a join news_version v on v.id = a.live_id';
const TEXT = `
    join lateral (
      select x.* from news_text x where x.version_id = v.id
       order by array_position(${PREFERRED}, x.language), x.language limit 1) t on true`;
const READ = 'left join news_read r on r.article_id = a.id and r.user_id = $3::bigint';
const FROM = `${ARTICLES} ${TEXT} ${READ} where ${SHOWN}`;
const FIELDS = `a.id::text, v.category, t.title, t.abstract, t.content, v.cover, v.publish_at as "publishAt", t.language,
    v.rank, v.required, r.user_id is not null and (r.required or not v.required) as "isRead"`;
const PLACED = '($4::integer is null or v.category = $4) and (not $5::boolean or v.announced)';
const MATCHING = `${PLACED}
    and not exists (select from unnest($6::text[]) word where position(word in t.searched) = 0)`;
const ORDER = 'v.rank, v.publish_at desc, a.id desc';
/** Where words are looked for, whoever has them in the title comes first. */
const FOUND_ORDER = `(exists (select from unnest($6::text[]) word where position(word in lower(t.title)) = 0)), ${ORDER}`;

/** The SQL of what readers see of articles, by the database's clock. */
@Injectable()
export class NewsStore {
  constructor(@Inject(DataSource) private readonly source: DataSource) {}

  /** Without words to look for, only the texts of the page are read, however many articles there are. */
  list(query: ArticlesQuery, limit: number, offset: number): Promise<ShownArticle[]> {
    const found = `select ${FIELDS} ${FROM} and ${MATCHING} order by ${FOUND_ORDER} limit $7 offset $8`;
    const placed = `select ${FIELDS}
      from (select v.* ${ARTICLES}
             where ${SHOWN} and ${PLACED} and cardinality($6::text[]) = 0 order by ${ORDER} limit $7 offset $8) v
      join news_article a on a.id = v.article_id ${TEXT} ${READ} order by ${ORDER}`;
    return this.source.query(query.words.length > 0 ? found : placed, [...given(query), limit, offset]);
  }

  async count(query: ArticlesQuery): Promise<number> {
    const { at, category, announced, words } = query;
    const rows: { count: number }[] =
      words.length > 0
        ? await this.source.query(`select count(*)::integer as count ${FROM} and ${MATCHING}`, given(query))
        : await this.source.query(
            `select count(*)::integer as count ${ARTICLES}
              where ${shownAt('$1')} and ($2::integer is null or v.category = $2) and (not $3::boolean or v.announced)`,
            [at, category, announced],
          );
    return rows[0]?.count ?? 0;
  }

  async find(
    id: string,
    { language, userId, at }: Pick<ArticlesQuery, 'language' | 'userId' | 'at'>,
  ): Promise<ShownArticle | null> {
    const rows: ShownArticle[] = await this.source.query(`select ${FIELDS} ${FROM} and a.id = $4`, [
      language,
      at,
      userId,
      id,
    ]);
    return rows[0] ?? null;
  }

  /** What this user has to read first, the oldest first. */
  required(query: ArticlesQuery, limit: number): Promise<ShownArticle[]> {
    return this.source.query(
      `select ${FIELDS} ${FROM} and v.required and r.required is not true order by v.publish_at, a.id limit $4`,
      [query.language, query.at, query.userId, limit],
    );
  }

  async countUnread(query: ArticlesQuery): Promise<number> {
    const rows: { count: number }[] = await this.source.query(
      `select count(*)::integer as count ${FROM} and ${MATCHING} and (r.user_id is null or v.required and not r.required)`,
      given(query),
    );
    return rows[0]?.count ?? 0;
  }

  /** The first time counts, and the first time of what has to be read: what it said before was another text. */
  async markRead(userId: string, article: Pick<ShownArticle, 'id' | 'required'>, at: Date): Promise<void> {
    await this.source.query(
      `insert into news_read (user_id, article_id, read_at, required) values ($1, $2, database_now($3), $4)
       on conflict (user_id, article_id) do update set read_at = excluded.read_at, required = true
         where excluded.required and not news_read.required`,
      [userId, article.id, at, article.required],
    );
  }

  async hasImage(id: string): Promise<boolean> {
    const rows: unknown[] = await this.source.query('select from news_image where id = $1', [id]);
    return rows.length > 0;
  }

  async serviceLink(name: 'customer' | 'otc'): Promise<ServiceLinkRow | null> {
    const rows: ServiceLinkRow[] = await this.source.query('select url, cover from service_link where name = $1', [
      name,
    ]);
    return rows[0] ?? null;
  }
}

function given({ language, at, userId, category, announced, words }: ArticlesQuery): unknown[] {
  return [language, at, userId, category, announced, words];
}
