import { ForwardMigration } from './forward-migration.js';

/** Whether a notice was opened while it had to be read: what was opened before that may have said something else. */
export class RequiredReadings1763840000000 extends ForwardMigration {
  protected readonly statements = [
    'alter table news_read add column required boolean not null default false',
    `update news_read r set required = true
       from news_article a join news_version v on v.id = a.live_id
      where a.id = r.article_id and v.required`,
    // Who agreed on a version is asked for each one that is shown.
    'create index operator_proposal_subject on operator_proposal (kind, subject_id)',
  ];
}
