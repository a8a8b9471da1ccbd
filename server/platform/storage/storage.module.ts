import { join } from 'node:path';
import { Global, Module } from '@nestjs/common';
import { Config, type Configuration } from '../config/config.js';
import { Clock } from '../clock/clock.js';
import { AnchorPort } from './anchor-port.js';
import { chooseAnchors } from './choose-anchors.js';
import { LocalFolderStorage } from './local-folder-storage.js';
import { SealedFiles } from './sealed-files.js';
import { StoragePort } from './storage-port.js';

/** {@link SealedFiles} and {@link AnchorPort} are injectable everywhere. */
@Global()
@Module({
  providers: [
    { provide: StoragePort, inject: [Config], useFactory: ({ values }: Config) => chooseStorage(values) },
    {
      provide: AnchorPort,
      inject: [Config, Clock],
      useFactory: ({ values }: Config, clock: Clock) =>
        chooseAnchors(values, { databaseUrl: values.DATABASE_URL, now: () => clock.now() }),
    },
    SealedFiles,
  ],
  exports: [AnchorPort, SealedFiles],
})
export class StorageModule {}

async function chooseStorage(values: Configuration): Promise<StoragePort> {
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
