import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import {
  type PartState,
  type ServicePart,
  STATUS_DAYS,
  UNSEEN_AFTER_SECONDS,
} from '../../../contract/rules/service-status.rules.js';
import { callFunction } from '../../../platform/database/call-function.js';
import type { Span } from './day-bars.rules.js';

/** Longer than anybody is shown, so that a year can be compared with the one before. */
const RETENTION_DAYS = 400;

export interface PartHistory {
  part: ServicePart;
  /** When it was first looked at, as far as that is kept. */
  firstAt: number;
  spans: Span[];
}

/** The SQL of how the parts were seen to be. */
@Injectable()
export class ServiceStatusStore {
  constructor(@Inject(DataSource) private readonly source: DataSource) {}

  /** @returns whether this worker was the one that looked. */
  note(states: Record<ServicePart, PartState>, everySeconds: number, at: Date): Promise<boolean> {
    return callFunction(this.source.manager, 'service_status_note', {
      at,
      states: JSON.stringify(states),
      every: everySeconds,
      unseen: UNSEEN_AFTER_SECONDS,
      retentionDays: RETENTION_DAYS,
    });
  }

  /** A gateway is there. */
  async pulse(at: Date): Promise<void> {
    await this.source.query(
      `update service_pulse set seen_at = greatest(seen_at, database_now($1)) where role = 'gateway'`,
      [at],
    );
  }

  /** The database's clock, Unix milliseconds, and the spans of the days that are shown. */
  async history(at: Date): Promise<{ now: number; parts: PartHistory[] }> {
    const [row] = await this.source.query<[{ now: number; parts: PartHistory[] }]>(
      `with moment as (select database_now($1) as now),
       shown as (
         select s.part, (extract(epoch from min(s.began_at)) * 1000)::float8 as "firstAt",
                coalesce(jsonb_agg(jsonb_build_object(
                  'state', s.state,
                  'beganAt', floor(extract(epoch from s.began_at) * 1000),
                  'seenAt', floor(extract(epoch from s.seen_at) * 1000)) order by s.began_at)
                  filter (where s.seen_at > m.now - $2 * interval '1 day'), '[]') as spans
           from service_span s cross join moment m group by s.part)
       select floor(extract(epoch from m.now) * 1000)::float8 as now,
              (select coalesce(jsonb_agg(to_jsonb(x)), '[]') from shown x) as parts
         from moment m`,
      [at, STATUS_DAYS],
    );
    return row;
  }
}
