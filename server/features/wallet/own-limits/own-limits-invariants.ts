import { registerInvariant, registerSubject } from '../ledger/index.js';

for (const table of ['own_limit', 'own_break', 'own_limit_account']) {
  registerSubject({ table, touchedBy: `select id from ${table} where false`, sliceRows: 2000 });
}

/** An instant as the security events have it. */
const timestampText = (instant: string) => `to_char(${instant} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

registerInvariant({
  name: 'G01',
  says: 'A limit that users set themselves is laxer than the one before not earlier than 24 hours after it was asked for.',
  parts: [
    {
      over: 'own_limit',
      sql: `select l.id, l.amount, before.amount as before, false as demo
              from checked l
             cross join lateral (
               select b.amount from own_limit b
                where b.user_id = l.user_id and b.kind = l.kind and b.period = l.period and b.id < l.id
                  and b.effective_at <= l.asked_at and b.called_back_at is null
                order by b.id desc limit 1) before
             where before.amount is not null and (l.amount is null or l.amount > before.amount)
               and l.effective_at < l.asked_at + interval '24 hours'`,
    },
  ],
});

registerInvariant({
  name: 'G02',
  says: 'Each limit and each break of users is what the sealed security event of it says.',
  parts: [
    {
      over: 'own_limit',
      sql: `select l.id, l.kind, l.period, l.amount, l.effective_at, false as demo from checked l
             where not exists (
               select from account_security_event e
                where e.user_id = l.user_id and e.kind in ('limit-set', 'limit-asked')
                  and e.about = concat_ws(' ', l.kind, l.period, coalesce(trim_scale(l.amount)::text, 'none'), ${timestampText('l.effective_at')}))`,
    },
    {
      over: 'own_break',
      sql: `select b.id, b.kind, b.ends_at, false as demo from checked b
             where not exists (
               select from account_security_event e
                where e.user_id = b.user_id and e.kind = 'break-began' and e.about = concat_ws(' ', b.kind, ${timestampText('b.ends_at')}))`,
    },
  ],
});

registerInvariant({
  name: 'G03',
  says: 'A break that a user began is there, and runs to its end, whoever would have it shorter.',
  parts: [
    {
      over: 'own_limit_account',
      sql: `select a.id, a.break_until, a.excluded_until, false as demo from checked a
             where a.break_until is distinct from (select max(b.ends_at) from own_break b where b.user_id = a.user_id)
                or a.excluded_until is distinct from (
                  select max(b.ends_at) from own_break b where b.user_id = a.user_id and b.kind = 'exclusion')
            union all
            select a.id, a.break_until, a.excluded_until, false from checked a
             where exists (
               select from account_security_event e
                where e.user_id = a.user_id and e.kind = 'break-began' and not exists (
                  select from own_break b
                   where b.user_id = a.user_id and e.about = concat_ws(' ', b.kind, ${timestampText('b.ends_at')})))`,
    },
  ],
});
