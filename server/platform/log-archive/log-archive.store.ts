import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

/** How the archive of Postgres' log is, as the primary tells it. */
export interface LogArchive {
  isOn: boolean;
  /** Since a piece of the log was last handed over; since the server's start where none was. Seconds. */
  ageSeconds: number;
  /** The piece whose handing over failed last, where none was handed over since; null else. */
  failing: string | null;
}

/** Asks Postgres about the archive of its log, from which a lost database comes back. */
@Injectable()
export class LogArchiveStore {
  constructor(private readonly source: DataSource) {}

  async look(): Promise<LogArchive> {
    const [row] = await this.source.query<[LogArchive]>(
      `select current_setting('archive_mode') <> 'off' as "isOn",
              extract(epoch from clock_timestamp()
                - coalesce(last_archived_time, greatest(stats_reset, pg_postmaster_start_time())))::float8 as "ageSeconds",
              case when last_failed_time > coalesce(last_archived_time, '-infinity') then last_failed_wal end as failing
         from pg_stat_archiver`,
    );
    return row;
  }
}
