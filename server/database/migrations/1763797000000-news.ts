import { always, ForwardMigration, writtenOnce } from './forward-migration.js';

const LANGUAGES = `'zh', 'zh-Hant', 'en', 'ja', 'ko', 'es', 'th'`;

/** News, notices and help: articles in versions that are written once, who has read them, their pictures, and where service is. */
export class News1763797000000 extends ForwardMigration {
  protected readonly statements = [
    `create table news_image (
       id text primary key check (id ~ '^[0-9a-f]{32}$'),
       bytes integer not null check (bytes > 0),
       added_by bigint not null references operator (id),
       added_at timestamptz not null
     )`,
    `create table news_article (
       id bigint generated always as identity primary key,
       created_at timestamptz not null,
       -- the newest version, and the one that readers see; null: none yet, or withdrawn
       latest_id bigint,
       live_id bigint,
       withdrawn_at timestamptz,
       check (live_id is null or withdrawn_at is null)
     )`,
    `create table news_version (
       id bigint generated always as identity primary key,
       article_id bigint not null references news_article (id),
       -- the old clients' number
       category smallint not null check (category in (3, 4, 5, 8, 9, 10, 11, 19, 20, 21)),
       cover text references news_image (id),
       rank integer not null check (rank between 0 and 9999),
       publish_at timestamptz not null,
       expires_at timestamptz check (expires_at > publish_at),
       -- has to be read before anything new is traded
       required boolean not null,
       -- stands in the bar of the home page
       announced boolean not null,
       written_by bigint not null references operator (id),
       written_at timestamptz not null,
       unique (article_id, id)
     )`,
    `alter table news_article
       add constraint news_article_latest foreign key (id, latest_id) references news_version (article_id, id),
       add constraint news_article_live foreign key (id, live_id) references news_version (article_id, id)`,
    'create index news_article_shown on news_article (live_id) where live_id is not null',
    'create index news_version_required on news_version (id) where required',
    `create table news_text (
       version_id bigint not null references news_version (id),
       language text not null check (language in (${LANGUAGES})),
       title text not null check (length(title) between 1 and 160),
       abstract text not null check (length(abstract) <= 500),
       -- HTML as the sanitizer left it
       content text not null check (length(content) <= 40000),
       -- title, abstract and text without markup, folded, for the search
       searched text not null,
       primary key (version_id, language)
     )`,
    `create table news_read (
       user_id bigint not null references account_user (id),
       article_id bigint not null references news_article (id),
       read_at timestamptz not null,
       primary key (user_id, article_id)
     )`,
    `create table service_link (
       name text primary key check (name in ('customer', 'otc')),
       url text not null check (length(url) <= 500),
       cover text references news_image (id),
       changed_at timestamptz not null
     )`,
    ...writtenOnce('news_version', 'account_history_keep'),
    ...writtenOnce('news_text', 'account_history_keep'),
    `create trigger news_article_keep before insert or update or delete on news_article
       for each row execute function news_article_keep()`,
    ...always('news_article', ['news_article_keep']),
    // Two more kinds of what takes two people, beside whichever there are.
    `do $$
       declare
         law constant text := (select pg_get_constraintdef(oid) from pg_constraint
                                where conname = 'operator_proposal_kind_check');
       begin
         alter table operator_proposal drop constraint operator_proposal_kind_check;
         execute 'alter table operator_proposal add constraint operator_proposal_kind_check '
           || replace(law, 'ARRAY[', 'ARRAY[''news''::text, ''service-link''::text, ');
       end $$`,
    `create unique index operator_proposal_open_link on operator_proposal ((detail ->> 'link'))
       where status = 'open' and kind = 'service-link'`,
  ];
}
