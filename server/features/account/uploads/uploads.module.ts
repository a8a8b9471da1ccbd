import { Module } from '@nestjs/common';
import { ExpireUploads } from './expire-uploads.js';
import { ListUploadViews } from './list-upload-views.js';
import { ReceiveUpload } from './receive-upload.js';
import { UploadPlaces } from './upload-places.js';
import { UploadsController } from './uploads.controller.js';
import { UploadsJobs } from './uploads.jobs.js';
import { UploadsStore } from './uploads.store.js';
import { UseUploads } from './use-uploads.js';
import { ViewUpload } from './view-upload.js';

@Module({
  controllers: [UploadsController],
  providers: [
    UploadsStore,
    UploadPlaces,
    ReceiveUpload,
    UseUploads,
    ViewUpload,
    ListUploadViews,
    ExpireUploads,
    UploadsJobs,
  ],
  exports: [UseUploads, ViewUpload],
})
export class UploadsModule {}
