import { join } from 'node:path';
import type { StorageSettings } from '../config/config.js';
import { LocalFolderStorage } from './local-folder-storage.js';
import type { StoragePort } from './storage-port.js';

/**
 * Where files lie, as the settings say.
 * @throws Error when the settings name no bucket.
 */
export async function chooseStorage(values: StorageSettings): Promise<StoragePort> {
  if (values.STORAGE === 'local') return new LocalFolderStorage(join(values.DATA_FOLDER, 'files'));
  if (values.S3_BUCKET === '') throw new Error('Configuration is not usable. S3_BUCKET: needed when STORAGE is s3');
  // Read only where it is needed: the client of the store is larger than the rest of the product.
  const { S3Storage } = await import('./s3-storage.js');
  return new S3Storage({
    endpoint: values.S3_ENDPOINT,
    region: values.S3_REGION,
    bucket: values.S3_BUCKET,
    accessKeyId: values.S3_ACCESS_KEY_ID,
    secretAccessKey: values.S3_SECRET_ACCESS_KEY,
    pathStyle: values.S3_PATH_STYLE,
  });
}
