import { always, ForwardMigration, oneMore, writtenOnce } from './forward-migration.js';

/** An instant before which every session of every user is dead, as two administrators agreed: one row ends them all at once. */
export class SessionCuts1763885000000 extends ForwardMigration {
  protected readonly statements = [
    `create table account_session_cut (
       id bigint generated always as identity primary key,
       at timestamptz not null,
       proposal_id bigint not null unique references operator_proposal
     )`,
    'create index account_session_cut_newest on account_session_cut (at desc)',
    ...writtenOnce('account_session_cut', 'account_session_cut_keep'),
    ...always('account_session_cut', ['account_session_cut_keep', 'account_session_cut_keep_all']),
    oneMore('operator_proposal', ['sessions-end-all']),
    `create unique index operator_proposal_open_sessions on operator_proposal (kind)
       where status = 'open' and kind = 'sessions-end-all'`,
  ];
}
