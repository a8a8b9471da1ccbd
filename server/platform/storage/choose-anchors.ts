import { join } from 'node:path';
import type { AnchorSettings } from '../config/config.js';
import type { AnchorPort } from './anchor-port.js';
import { LocalAnchors } from './local-anchors.js';

/** Where the anchors of this installation lie. @throws Error when the settings name no bucket. */
export async function chooseAnchors(values: AnchorSettings, now: () => number): Promise<AnchorPort> {
  if (values.AUDIT_ANCHORS === 'local') return new LocalAnchors(join(values.DATA_FOLDER, 'audit-anchors'));
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
    keepDays: values.AUDIT_ANCHORS_KEEP_DAYS,
  };
  return new S3Anchors(place, now);
}
