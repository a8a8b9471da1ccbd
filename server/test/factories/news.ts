import type { DataSource } from 'typeorm';
import type { Language } from '../../contract/errors.js';
import { anOperator } from './operators.js';

export interface TestText {
  title: string;
  abstract?: string;
  content?: string;
}

export interface TestArticle {
  category?: number;
  rank?: number;
  publishAt?: Date;
  expiresAt?: Date | null;
  required?: boolean;
  announced?: boolean;
  texts?: Partial<Record<Language, TestText>>;
}

/** An article that two people published, put straight into the database as it is given, cleaned by nobody. */
export async function anArticle(source: DataSource, article: TestArticle = {}): Promise<string> {
  const id = await one(source, 'insert into news_article (created_at) values (now()) returning id::text', []);
  await publishAgain(source, id, article);
  return id;
}

/** Another version of it, which two people published, too. */
export async function publishAgain(source: DataSource, id: string, article: TestArticle): Promise<void> {
  const { category = 4, rank = 0, publishAt = new Date(0), expiresAt = null, required = false } = article;
  const { announced = false, texts = { en: { title: 'A notice' } } } = article;
  const writer = await anOperator(source, 'settings');
  const other = await anOperator(source, 'settings');
  const version = await one(
    source,
    `insert into news_version (article_id, category, rank, publish_at, expires_at, required, announced, written_by,
       written_at) values ($1, $2, $3, $4, $5, $6, $7, $8, now()) returning id::text`,
    [id, category, rank, publishAt, expiresAt, required, announced, writer.operatorId],
  );
  for (const [language, { title, abstract = '', content = '<p>Words.</p>' }] of Object.entries(texts)) {
    await source.query(
      `insert into news_text (version_id, language, title, abstract, content, searched)
       values ($1, $2, $3, $4, $5, lower($3 || ' ' || $4 || ' ' || regexp_replace($5, '<[^>]*>', ' ', 'g')))`,
      [version, language, title, abstract, content],
    );
  }
  await source.query(
    `insert into operator_proposal (kind, subject_id, detail, reason, proposed_by, proposed_at, status, decided_by,
       decided_at) values ('news', $1, jsonb_build_object('version', $2::text), 'As agreed', $3, now(), 'approved', $4, now())`,
    [id, version, writer.operatorId, other.operatorId],
  );
  await source.query('update news_article set latest_id = $2, live_id = $2 where id = $1', [id, version]);
}

async function one(source: DataSource, sql: string, values: unknown[]): Promise<string> {
  return ((await source.query(sql, values)) as { id: string }[])[0]?.id ?? '';
}
