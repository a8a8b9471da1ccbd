import { Global, Module } from '@nestjs/common';
import { PaymentPictures } from '../profile/index.js';
import { ExpireUploads } from './expire-uploads.js';
import { ListUploadViews } from './list-upload-views.js';
import { ReceiveUpload } from './receive-upload.js';
import { UploadPlaces } from './upload-places.js';
import { UploadsController } from './uploads.controller.js';
import { UploadsJobs } from './uploads.jobs.js';
import { UploadsStore } from './uploads.store.js';
import { UsePaymentPictures } from './use-payment-pictures.js';
import { UseUploads } from './use-uploads.js';
import { GetUpload } from './get-upload.js';
import './uploads-personal.js';

/** Global, because the accounts, which stand below it, keep pictures of payment codes. */
@Global()
@Module({
  controllers: [UploadsController],
  providers: [
    UploadsStore,
    UploadPlaces,
    ReceiveUpload,
    UseUploads,
    GetUpload,
    ListUploadViews,
    ExpireUploads,
    UploadsJobs,
    { provide: PaymentPictures, useClass: UsePaymentPictures },
  ],
  exports: [UseUploads, GetUpload, PaymentPictures],
})
export class UploadsModule {}
