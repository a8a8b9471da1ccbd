import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Language } from '../../../contract/errors.js';
import type { NewsState } from '../../../contract/operations/words.js';
import type { NewsCategory } from '../../../contract/rules/news.rules.js';
import type { Transaction } from '../../../platform/database/transaction.js';

export interface WrittenText {
  language: Language;
  title: string;
  abstract: string;
  content: string;
  searched: string;
}

export interface NewVersion {
  category: NewsCategory;
  cover: string | null;
  rank: number;
  publishAt: Date;
  expiresAt: Date | null;
  required: boolean;
  announced: boolean;
  texts: WrittenText[];
}

export interface VersionRow extends NewVersion {
  id: string;
  writtenBy: string;
  writtenAt: Date;
}

export interface ArticleRow {
  id: string;
  title: string;
  category: NewsCategory;
  languages: Language[];
  state: NewsState;
  publishAt: Date;
  expiresAt: Date | null;
  required: boolean;
  announced: boolean;
  writtenBy: string;
  writtenAt: Date;
  isLatestLive: boolean;
}

export interface ArticlesFilter {
  state: string | null;
  category: number | null;
  words: readonly string[];
  language: Language;
  at: Date;
}

export interface ArticleHead {
  state: NewsState;
  latestId: string;
  liveId: string | null;
}

const STATE = `case when a.withdrawn_at is not null then 'withdrawn' when a.live_id is null then 'draft'
    when live.publish_at > database_now($1) then 'planned'
    when live.expires_at <= database_now($1) then 'expired' else 'shown' end`;
const ROWS = `from (
    select a.id, a.latest_id, a.live_id, ${STATE} as state
      from news_article a left join news_version live on live.id = a.live_id) a
    join news_version v on v.id = a.latest_id
    join operator o on o.id = v.written_by
   where ($2::text is null or a.state = $2) and ($3::integer is null or v.category = $3)
     and (cardinality($4::text[]) = 0 or exists (select from news_text x where x.version_id = v.id
       and not exists (select from unnest($4::text[]) word where position(word in x.searched) = 0)))`;

/** In the operator's own language, or the next best. */
const TITLE_JOIN = `join lateral (
      select x.title from news_text x where x.version_id = v.id
       order by array_position(array[$5::text, 'en', 'zh'], x.language), x.language limit 1) t on true
    join operator o`;
const LISTED = `select a.id::text, t.title, v.category, a.state, v.publish_at as "publishAt", v.expires_at as "expiresAt",
    v.required, v.announced, o.login as "writtenBy", v.written_at as "writtenAt",
    coalesce(a.live_id = a.latest_id, false) as "isLatestLive",
    (select array_agg(x.language order by x.language) from news_text x where x.version_id = v.id) as languages
  ${ROWS.replace('join operator o', TITLE_JOIN)}`;

/** The SQL of the desk's articles: versions are added, and never changed. */
@Injectable()
export class NewsroomStore {
  constructor(@Inject(DataSource) private readonly source: DataSource) {}

  list(filter: ArticlesFilter, limit: number, offset: number): Promise<ArticleRow[]> {
    return this.source.query(`${LISTED} order by a.id desc limit $6 offset $7`, [
      ...given(filter),
      filter.language,
      limit,
      offset,
    ]);
  }

  /** Numbers of all that the filter selects, the newest first; so many at most. */
  async ids(filter: ArticlesFilter, limit: number): Promise<string[]> {
    const rows: { id: string }[] = await this.source.query(
      `select a.id::text as id ${ROWS} order by a.id desc limit $5`,
      [...given(filter), limit],
    );
    return rows.map(({ id }) => id);
  }

  /** Of those of these numbers that the filter selects still, in any order. */
  ofIds(filter: ArticlesFilter, ids: readonly string[]): Promise<ArticleRow[]> {
    return this.source.query(`${LISTED} and a.id = any($6::bigint[])`, [...given(filter), filter.language, ids]);
  }

  async count(filter: ArticlesFilter): Promise<number> {
    const rows: { count: number }[] = await this.source.query(
      `select count(*)::integer as count ${ROWS}`,
      given(filter),
    );
    return rows[0]?.count ?? 0;
  }

  async head(id: string, at: Date): Promise<ArticleHead | null> {
    const rows: ArticleHead[] = await this.source.query(
      `select ${STATE} as state, a.latest_id::text as "latestId", a.live_id::text as "liveId"
         from news_article a left join news_version live on live.id = a.live_id where a.id = $2`,
      [at, id],
    );
    return rows[0] ?? null;
  }

  versions(ids: string[], tx: Transaction = this.source.manager): Promise<VersionRow[]> {
    return tx.query(
      `select v.id::text, v.category, v.cover, v.rank, v.publish_at as "publishAt", v.expires_at as "expiresAt",
              v.required, v.announced, o.login as "writtenBy", v.written_at as "writtenAt",
              (select jsonb_agg(to_jsonb(x) - 'version_id' order by x.language) from news_text x
                where x.version_id = v.id) as texts
         from news_version v join operator o on o.id = v.written_by where v.id = any($1)`,
      [ids],
    );
  }

  /** The version of this article's open proposal. */
  async proposed(id: string): Promise<{ proposalId: string; version: string } | null> {
    const rows: { proposalId: string; version: string }[] = await this.source.query(
      `select id::text as "proposalId", detail ->> 'version' as version from operator_proposal
        where kind = 'news' and subject_id = $1 and status = 'open'`,
      [id],
    );
    return rows[0] ?? null;
  }

  async insertArticle(tx: Transaction, at: Date): Promise<string> {
    const rows: { id: string }[] = await tx.query(
      'insert into news_article (created_at) values ($1) returning id::text',
      [at],
    );
    return (rows[0] as { id: string }).id;
  }

  /** Locked until the transaction ends; null: there is none. */
  async lock(tx: Transaction, id: string): Promise<{ latestId: string; isLive: boolean } | null> {
    const rows: { latestId: string; isLive: boolean }[] = await tx.query(
      `select latest_id::text as "latestId", live_id is not null as "isLive" from news_article where id = $1
        for no key update`,
      [id],
    );
    return rows[0] ?? null;
  }

  /** Adds the version and makes it the newest of its article. */
  async addVersion(
    tx: Transaction,
    articleId: string,
    version: NewVersion,
    { operatorId, at }: { operatorId: string; at: Date },
  ): Promise<string> {
    const { category, cover, rank, publishAt, expiresAt, required, announced, texts } = version;
    const rows: { id: string }[] = await tx.query(
      `insert into news_version (article_id, category, cover, rank, publish_at, expires_at, required, announced,
         written_by, written_at) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) returning id::text`,
      [articleId, category, cover, rank, publishAt, expiresAt, required, announced, operatorId, at],
    );
    const { id } = rows[0] as { id: string };
    await tx.query(
      `insert into news_text (version_id, language, title, abstract, content, searched)
       select $1, x.language, x.title, x.abstract, x.content, x.searched from jsonb_to_recordset($2)
         as x (language text, title text, abstract text, content text, searched text)`,
      [id, JSON.stringify(texts)],
    );
    await tx.query('update news_article set latest_id = $2 where id = $1', [articleId, id]);
    return id;
  }

  async isVersionOf(tx: Transaction, articleId: string, version: string): Promise<boolean> {
    const rows: unknown[] = await tx.query('select from news_version where article_id = $1 and id = $2', [
      articleId,
      version,
    ]);
    return rows.length > 0;
  }

  /** Readers see this version from its time on. A trigger refuses one that two people did not agree on. */
  async show(tx: Transaction, articleId: string, version: string): Promise<void> {
    await tx.query('update news_article set live_id = $2, withdrawn_at = null where id = $1', [articleId, version]);
  }

  async withdraw(tx: Transaction, articleId: string, at: Date): Promise<void> {
    await tx.query('update news_article set live_id = null, withdrawn_at = $2 where id = $1', [articleId, at]);
  }

  async addImage(tx: Transaction, image: { id: string; bytes: number; operatorId: string; at: Date }): Promise<void> {
    await tx.query('insert into news_image (id, bytes, added_by, added_at) values ($1, $2, $3, $4)', [
      image.id,
      image.bytes,
      image.operatorId,
      image.at,
    ]);
  }

  async hasImage(tx: Transaction, id: string): Promise<boolean> {
    const rows: unknown[] = await tx.query('select from news_image where id = $1', [id]);
    return rows.length > 0;
  }

  serviceLinks(): Promise<{ link: 'customer' | 'otc'; url: string; cover: string | null; changedAt: Date }[]> {
    return this.source.query('select name as link, url, cover, changed_at as "changedAt" from service_link');
  }

  async setServiceLink(
    tx: Transaction,
    { link, url, cover, at }: { link: string; url: string; cover: string | null; at: Date },
  ): Promise<void> {
    await tx.query(
      `insert into service_link (name, url, cover, changed_at) values ($1, $2, $3, $4)
       on conflict (name) do update set url = excluded.url, cover = excluded.cover, changed_at = excluded.changed_at`,
      [link, url, cover, at],
    );
  }
}

function given({ at, state, category, words }: ArticlesFilter): unknown[] {
  return [at, state, category, words];
}
