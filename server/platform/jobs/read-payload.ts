import { z } from 'zod';
import { type JobName, type JobPayload, JOBS } from '../../jobs.js';

const NO_FIELDS = z.object({});

/** What a job was queued with, its own fields alone; null when it is nothing that such a job is ever queued with. */
export function readPayload(name: JobName, data: unknown): JobPayload<JobName> | null {
  const { success, data: payload } = (JOBS[name].payload ?? NO_FIELDS).safeParse(data);
  return success ? payload : null;
}
