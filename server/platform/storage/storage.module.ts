import { Global, Module } from '@nestjs/common';
import { Config } from '../config/config.js';
import { Clock } from '../clock/clock.js';
import { AnchorPort } from './anchor-port.js';
import { chooseAnchors } from './choose-anchors.js';
import { chooseStorage } from './choose-storage.js';
import { SealedFiles } from './sealed-files.js';
import { StoragePort } from './storage-port.js';

/** Injectable everywhere; what is of people lies in {@link SealedFiles} alone. */
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
  exports: [AnchorPort, SealedFiles, StoragePort],
})
export class StorageModule {}
