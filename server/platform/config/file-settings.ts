import { z } from 'zod';
import { flag } from './setting-kinds.js';

/** What can be set of files: where they lie, what is kept of the audit log, and what a picture may take. */
export const fileSettings = {
  /** Where files of this installation lie: the development mailbox, uploads. */
  DATA_FOLDER: z.string().default('.data'),
  /** Where uploaded files lie: `local`, below the data folder, or `s3`, in a store that speaks S3. */
  STORAGE: z.enum(['local', 's3']).default('local'),
  S3_ENDPOINT: z.string().default(''),
  S3_REGION: z.string().default('us-east-1'),
  S3_BUCKET: z.string().default(''),
  S3_ACCESS_KEY_ID: z.string().default(''),
  S3_SECRET_ACCESS_KEY: z.string().default(''),
  S3_PATH_STYLE: flag(true),
  /**
   * Where the heads of the audit log are kept, so that a log that was made anew shows: `local`, a folder below the data
   * folder, or `s3`, a bucket with Object Lock. Its credentials need to put, get and list, nothing more; not set: those above.
   */
  AUDIT_ANCHORS: z.enum(['local', 's3']).default('local'),
  AUDIT_ANCHORS_BUCKET: z.string().default(''),
  AUDIT_ANCHORS_ACCESS_KEY_ID: z.string().default(''),
  AUDIT_ANCHORS_SECRET_ACCESS_KEY: z.string().default(''),
  /** Days for which nobody can remove one. */
  AUDIT_ANCHORS_KEEP_DAYS: z.coerce.number().int().min(1).max(36_500).default(3650),
  /** The compiled program that decodes pictures, and how much of time and memory one picture may take. */
  IMAGE_WORKER: z.string().default('dist/server/platform/images/image-worker.js'),
  IMAGE_TIME_MS: z.coerce.number().int().min(10).max(60_000).default(5000),
  IMAGE_MEMORY_MIB: z.coerce.number().int().min(1).max(8192).default(768),
  /** Milliseconds in which a whole upload must have arrived. */
  UPLOAD_TIME_MS: z.coerce.number().int().min(100).max(600_000).default(30_000),
  /** Days for which photos are kept after the decision that they were handed in for. 0: for good. */
  UPLOAD_KEEP_DAYS: z.coerce.number().int().min(0).max(3650).default(365),
  /** Folder of the built client; served when it exists. */
  CLIENT_FOLDER: z.string().default('dist/client'),
};
