/**
 * The front door of the uploads: photos for verifications and proofs of deposits. Whoever takes a form with a
 * reference calls `UseUploads.execute(tx, …)` in its own transaction; the desk shows a photo with
 * `GetUpload.execute(reference, { operatorId })` and `sendPhoto`.
 */
export { encodePicture, judgePicture } from './pictures.js';
export { isReference } from './upload.rules.js';
export { UploadsModule } from './uploads.module.js';
export { UseUploads } from './use-uploads.js';
export { GetUpload } from './get-upload.js';
export { sendPhoto } from './uploads.controller.js';
