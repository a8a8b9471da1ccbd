import { join } from 'node:path';
import type { AnchorSettings } from '../config/config.js';
import type { AnchorPort } from './anchor-port.js';
import { LocalAnchors } from './local-anchors.js';

/**
 * Where the anchors of a database's log lie: apart by the database's name, so that installations can share the place.
 * Without a database: where the place can be tried, apart from all of them.
 * @throws Error when the settings name no bucket.
 */
export async function chooseAnchors(
  values: AnchorSettings,
  { databaseUrl, now }: { databaseUrl: string | null; now: () => number },
): Promise<AnchorPort> {
  const folder = `audit-anchors/${folderOf(databaseUrl)}`;
  if (values.AUDIT_ANCHORS === 'local') return new LocalAnchors(join(values.DATA_FOLDER, folder));
  if (values.AUDIT_ANCHORS_BUCKET === '') {
    throw new Error('Configuration is not usable. AUDIT_ANCHORS_BUCKET: needed when AUDIT_ANCHORS is s3');
  }
  const { S3Anchors } = await import('./s3-anchors.js');
  const place = {
    endpoint: values.S3_ENDPOINT,
    region: values.S3_REGION,
    bucket: values.AUDIT_ANCHORS_BUCKET,
    accessKeyId: values.AUDIT_ANCHORS_ACCESS_KEY_ID || values.S3_ACCESS_KEY_ID,
    secretAccessKey: values.AUDIT_ANCHORS_SECRET_ACCESS_KEY || values.S3_SECRET_ACCESS_KEY,
    pathStyle: values.S3_PATH_STYLE,
    retentionDays: values.AUDIT_ANCHORS_KEEP_DAYS,
    folder,
  };
  return new S3Anchors(place, now);
}

function folderOf(databaseUrl: string | null): string {
  // No database's name becomes this one.
  if (databaseUrl === null) return '.trial';
  return new URL(databaseUrl).pathname.slice(1).replaceAll(/[^A-Za-z0-9_-]/g, '-') || 'default';
}
