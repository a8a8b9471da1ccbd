import { COMPLAINT_REOPEN_DAYS } from '../../../contract/rules/complaints.rules.js';
import { registerList } from './exported-lists.js';

// The street of the account comes before this one: what its users keep as files is said here. Both are of no kind of money, and in the
// file whichever is asked for.

registerList({
  name: 'notices.own',
  columns: { number: 'text', time: 'instant', event: 'notice' },
  sql: `select n.id::text as key, n.id::text as number, n.at as time,
           json_build_object('kind', n.kind, 'parameters', n.parameters)::text as event
      from account_notice n
     where n.user_id = $1 and $2::boolean is not null and n.at >= $3 and n.at < $4 and ($5::text is null or n.id < $5::text::bigint)
     order by n.id desc limit $6`,
});

registerList({
  name: 'complaints.own',
  columns: { number: 'text', time: 'instant', kind: 'text', order: 'text', status: 'text', ended: 'instant' },
  sql: `select c.id::text as key, c.id::text as number, c.received_at as time, c.subject as kind, c.order_number as "order",
           case when c.entries = 1 then 'received' when c.entries = 3 then 'reopened'
             when c.entries = 2 and database_now(now()) < c.answered_at + interval '${COMPLAINT_REOPEN_DAYS * 24} hours' then 'answered'
             else 'closed' end as status,
           case when c.due_at is null then c.answered_at end as ended
      from complaint c
     where c.user_id = $1 and $2::boolean is not null and c.received_at >= $3 and c.received_at < $4
       and ($5::text is null or c.id < $5::text::bigint)
     order by c.id desc limit $6`,
});
