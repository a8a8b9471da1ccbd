import { ForwardMigration } from './forward-migration.js';

/** What was decided at the desk and takes effect later, unless an administrator stops it. */
export class AnnouncedActs1763737000000 extends ForwardMigration {
  protected readonly statements = [
    `create table operator_announced_act (
       id bigint generated always as identity primary key,
       kind text not null check (kind in ('network-change', 'network-limit', 'deposit-key', 'deposit-pool',
         'deposit-bank', 'adjustment', 'deposit')),
       subject_id bigint,
       user_id bigint references account_user (id),
       detail jsonb not null check (jsonb_typeof(detail) = 'object'),
       reason text not null check (length(reason) <= 500),
       -- null: what one operator sets alone
       proposal_id bigint unique references operator_proposal (id),
       proposed_by bigint not null references operator (id),
       proposed_at timestamptz not null,
       approved_by bigint references operator (id),
       -- from here on: by the database's clock
       began_at timestamptz not null,
       due_at timestamptz not null check (due_at > began_at),
       -- when administrators were sent word of it
       told_at timestamptz,
       status text not null default 'waiting' check (status in ('waiting', 'done', 'stopped', 'failed')),
       ended_at timestamptz,
       stopped_by bigint references operator (id),
       -- an administrator's words, or the code of the refusal
       end_reason text check (length(end_reason) <= 500),
       check ((proposal_id is null) = (approved_by is null) and (proposal_id is null) = (kind = 'network-change')),
       check (approved_by <> proposed_by),
       check ((status = 'waiting') = (ended_at is null)),
       check ((status = 'stopped') = (stopped_by is not null)),
       check ((status in ('stopped', 'failed')) = (end_reason is not null)),
       constraint operator_announced_act_waited check (status not in ('done', 'failed') or ended_at >= due_at)
     )`,
    `create index operator_announced_act_due on operator_announced_act (due_at, id) where status = 'waiting'`,
    'create index operator_announced_act_status on operator_announced_act (status, id)',
    `create index operator_announced_act_untold on operator_announced_act (id) where status = 'waiting' and told_at is null`,
    // Money moves once.
    `create unique index operator_announced_act_one on operator_announced_act (kind, subject_id)
       where status = 'waiting' and kind in ('adjustment', 'deposit')`,
    // The same change of a network, sent twice, waits once.
    `create unique index operator_announced_act_same on operator_announced_act (subject_id, md5(detail::text))
       where status = 'waiting' and kind = 'network-change'`,
    `create trigger operator_announced_act_keep before update or delete on operator_announced_act
       for each row execute function operator_announced_act_keep()`,
    // Beyond a person's cap it is booked from this instant on only.
    'alter table wallet_adjustment add column waits_until timestamptz',
    'alter table deposit add column word_waits_until timestamptz',
    // For what two operators decided together in the last days.
    `create index operator_proposal_decided on operator_proposal (decided_at) where status <> 'open'`,
  ];
}
