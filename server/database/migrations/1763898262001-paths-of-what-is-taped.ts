import { ForwardMigration } from './forward-migration.js';

/** What was entered or decided before, and is still on the tape, gets its ways to the roots, too; apart, so that no market is held meanwhile. */
export class PathsOfWhatIsTaped1763898262001 extends ForwardMigration {
  protected readonly statements = [
    `insert into tape_path (market_id, second)
     select e.market_id, e.at from option_entry e where e.at >= (select min(second) from price_sample)
     on conflict do nothing`,
    `insert into tape_path (market_id, second)
     select s.market_id, to_timestamp((s.samples -> -1 ->> 's')::bigint / 1000)
       from option_settlement s
      where s.closes_at >= (select min(second) from price_sample)
        and (s.samples -> -1 ->> 's')::bigint / 1000 >= (select extract(epoch from min(second)) from price_sample)
     on conflict do nothing`,
  ];
}
