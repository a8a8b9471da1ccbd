import { ForwardMigration, writtenOnce } from './forward-migration.js';

/** Complaints of users, each with what was written in it: at most it, an answer, why it was reopened, and the final answer. */
export class Complaints1763890160000 extends ForwardMigration {
  protected readonly statements = [
    `create table complaint (
       id bigint generated always as identity primary key,
       user_id bigint not null references account_user (id),
       subject text not null check (subject in
         ('spot', 'contract', 'option', 'earn', 'otc', 'deposit', 'withdrawal', 'account', 'other')),
       order_number text not null check (length(order_number) <= 64),
       -- how many there are: odd while an answer is due
       entries smallint not null check (entries between 1 and 4),
       received_at timestamptz not null,
       -- by when the final answer is due
       due_at timestamptz,
       -- of the last answer
       answered_at timestamptz,
       constraint complaint_due check ((entries in (1, 3)) = (due_at is not null)),
       constraint complaint_answered check ((entries = 1) = (answered_at is null))
     )`,
    'create index complaint_user on complaint (user_id, id desc)',
    'create index complaint_waiting on complaint (due_at, id) where due_at is not null',
    'create index complaint_answered_last on complaint (answered_at desc, id desc) where due_at is null',
    `create table complaint_entry (
       complaint_id bigint not null references complaint (id),
       -- the user writes the odd ones, the desk the even ones; each once, whoever comes at the same time
       number smallint not null check (number between 1 and 4),
       operator_id bigint references operator (id),
       text text not null check (length(text) between 1 and 4000),
       at timestamptz not null,
       primary key (complaint_id, number),
       constraint complaint_entry_by check ((number in (2, 4)) = (operator_id is not null))
     )`,
    ...writtenOnce('complaint_entry', 'account_history_keep'),
  ];
}
