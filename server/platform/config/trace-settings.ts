import { z } from 'zod';

/** What can be set of tracing. */
export const traceSettings = {
  /** Where spans are sent to, the whole address of OTLP over HTTP: `http://collector:4318/v1/traces`. Not set: nothing is traced. */
  TRACES_URL: z.union([z.literal(''), z.url({ protocol: /^https?$/ })]).default(''),
  /** Of the calls, scheduled jobs and rounds, the share that is traced, 0 to 1. */
  TRACES_SHARE: z.coerce.number().min(0).max(1).default(0.01),
};
