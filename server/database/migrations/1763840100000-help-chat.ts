import { ForwardMigration, writtenOnce } from './forward-migration.js';

const LANGUAGES = `'zh', 'zh-Hant', 'en', 'ja', 'ko', 'es', 'th'`;

/** The help chat: chats of users with the desk's agents, whose lines are written once; ready answers, and the desk's hours. */
export class HelpChat1763840100000 extends ForwardMigration {
  protected readonly statements = [
    `create table help_chat (
       id bigint generated always as identity primary key,
       user_id bigint not null references account_user (id),
       state text not null check (state in ('waiting', 'open', 'closed')),
       -- whose it is while it is open
       agent_id bigint references operator (id),
       -- of the last thing that the agent did
       agent_at timestamptz,
       -- grows with every change
       version integer not null default 1,
       -- how many there are, which is the number of the last one
       lines integer not null default 0,
       read_by_user integer not null default 0,
       read_by_agent integer not null default 0,
       -- the last line when the user was told by mail
       mailed integer not null default 0,
       opened_at timestamptz not null,
       waiting_since timestamptz not null,
       last_at timestamptz not null,
       closed_at timestamptz,
       constraint help_chat_agent check ((state = 'open') = (agent_id is not null)),
       constraint help_chat_closed check ((state = 'closed') = (closed_at is not null)),
       constraint help_chat_read check (read_by_user <= lines and read_by_agent <= lines and mailed <= lines)
     )`,
    `create unique index help_chat_going_on on help_chat (user_id) where state <> 'closed'`,
    'create index help_chat_user on help_chat (user_id, id desc)',
    `create index help_chat_waiting on help_chat (waiting_since) where state = 'waiting'`,
    `create index help_chat_agent_open on help_chat (agent_id) where state = 'open'`,
    'create index help_chat_last on help_chat (state, last_at desc)',
    'create index help_chat_unread on help_chat (id) where lines > read_by_user',
    `create table help_line (
       id bigint generated always as identity primary key,
       chat_id bigint not null references help_chat (id),
       number integer not null check (number > 0),
       author text not null check (author in ('user', 'agent', 'chat')),
       agent_id bigint references operator (id),
       text text not null check (length(text) <= 2000),
       -- something in it looked like a password or a code, and was never stored
       masked boolean not null,
       note text check (note in ('claimed', 'handed-over', 'closed-by-user', 'closed-by-agent')),
       -- by which a user checks that a line of an agent is from us
       code text unique check (code ~ '^[0-9A-HJKMNP-TV-Z]{8}$'),
       picture text references upload (id),
       at timestamptz not null,
       unique (chat_id, number),
       constraint help_line_agent check ((author = 'agent') = (code is not null)),
       constraint help_line_by check (author = 'user' or agent_id is not null or note = 'closed-by-user'),
       constraint help_line_note check ((author = 'chat') = (note is not null)),
       constraint help_line_said check (text <> '' or picture is not null or note is not null)
     )`,
    'create index help_line_at on help_line (chat_id, at)',
    ...writtenOnce('help_line', 'account_history_keep'),
    `create table help_hand_over (
       id bigint generated always as identity primary key,
       chat_id bigint not null references help_chat (id),
       from_id bigint not null references operator (id),
       -- null: back into the queue
       to_id bigint references operator (id),
       reason text not null check (length(reason) between 1 and 500),
       at timestamptz not null
     )`,
    'create index help_hand_over_chat on help_hand_over (chat_id, id)',
    ...writtenOnce('help_hand_over', 'account_history_keep'),
    `create table help_template (
       id bigint generated always as identity primary key,
       language text not null check (language in (${LANGUAGES})),
       title text not null check (length(title) between 1 and 80),
       text text not null check (length(text) between 1 and 2000),
       changed_by bigint not null references operator (id),
       changed_at timestamptz not null,
       removed_at timestamptz
     )`,
    `create table help_hours (
       one boolean primary key default true check (one),
       days smallint[] not null check (days <@ array[0, 1, 2, 3, 4, 5, 6]::smallint[]),
       opens_at smallint not null check (opens_at between 0 and 1439),
       closes_at smallint not null check (closes_at between 1 and 1440),
       changed_by bigint not null references operator (id),
       changed_at timestamptz not null,
       check (closes_at > opens_at)
     )`,
    // One more purpose of pictures, beside whichever there are.
    `do $$
       declare
         law constant text := (select pg_get_constraintdef(oid) from pg_constraint where conname = 'upload_purpose_check');
       begin
         alter table upload drop constraint upload_purpose_check;
         execute 'alter table upload add constraint upload_purpose_check '
           || replace(law, 'ARRAY[', 'ARRAY[''help''::text, ');
       end $$`,
  ];
}
