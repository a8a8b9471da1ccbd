import { ForwardMigration } from './forward-migration.js';

/**
 * The days that the tape has: older ones that something is still decided from stay while later ones are gone. Each second is looked up
 * by the key of its partition, so that no more is read than what was entered and decided on those days.
 */
const TAPED = `taped as materialized (
  select to_date(right(c.relname, 10), 'YYYY_MM_DD')::timestamp at time zone 'UTC' as begins
    from pg_inherits i join pg_class c on c.oid = i.inhrelid
   where i.inhparent = 'price_sample'::regclass and c.relname ~ '^price_sample_\\d{4}_\\d{2}_\\d{2}$')`;

/** What was entered or decided before, and is still on the tape, gets its ways to the roots, too; apart, so that no market is held meanwhile. */
export class PathsOfWhatIsTaped1763898262001 extends ForwardMigration {
  protected readonly statements = [
    // A table of years and a tape of days: a plan without statistics must not read either as a whole.
    'set local enable_seqscan = off',
    `with ${TAPED}
     insert into tape_path (market_id, second)
     select m.id, p.second
       from taped cross join market m
      cross join lateral (
        select e.at from option_entry e
         where e.market_id = m.id and e.at >= taped.begins and e.at < taped.begins + interval '24 hours' offset 0) e
      cross join lateral (
        select s.second from price_sample s where s.market_id = m.id and s.second = e.at limit 1) p
     on conflict do nothing`,
    // A window that ends in the first minute of a day may have its last second in the day before.
    `with ${TAPED}
     insert into tape_path (market_id, second)
     select m.id, p.second
       from taped cross join market m
      cross join lateral (
        select to_timestamp((s.samples -> -1 ->> 's')::bigint / 1000) as last from option_settlement s
         where s.market_id = m.id and s.closes_at >= taped.begins
           and s.closes_at < taped.begins + interval '24 hours 1 minute' offset 0) s
      cross join lateral (
        select p.second from price_sample p where p.market_id = m.id and p.second = s.last limit 1) p
     on conflict do nothing`,
    'set local enable_seqscan = on',
  ];
}
