import { Global, Module } from '@nestjs/common';
import { VerificationReader } from '../profile/index.js';
import { UploadsModule } from '../uploads/index.js';
import { ApproveVerification } from './approve-verification.js';
import { CaseLog } from './case-log.js';
import { ClaimVerification } from './claim-verification.js';
import { Countries } from './countries.js';
import { DecideCase } from './decide-case.js';
import { DocumentNumbers } from './document-numbers.js';
import { FoldDigests } from './fold-digests.js';
import { FoldPlacesStore } from './fold-places.store.js';
import { GetVerification } from './get-verification.js';
import { ListVerificationQueue } from './list-verification-queue.js';
import { GetVerificationCase } from './get-verification-case.js';
import { GetVerificationState } from './get-verification-state.js';
import { RejectVerification } from './reject-verification.js';
import { PutPhotos } from './put-photos.js';
import { SetDocumentCountry } from './set-document-country.js';
import { ReleaseVerification } from './release-verification.js';
import { SubmitAdvancedVerification } from './submit-advanced-verification.js';
import { SubmitBasicVerification } from './submit-basic-verification.js';
import { VerificationJobs } from './verification.jobs.js';
import { VerificationLevels } from './verification-levels.js';
import { VerificationController } from './verification.controller.js';
import { VerificationPart } from './verification-part.js';
import { VerificationStore } from './verification.store.js';
import './verification-personal.js';

const forReviewers = [
  ClaimVerification,
  ReleaseVerification,
  ApproveVerification,
  RejectVerification,
  ListVerificationQueue,
  GetVerificationCase,
];

/** Global, because the accounts, which stand below it, show how far a user's verification has come. */
@Global()
@Module({
  imports: [UploadsModule],
  controllers: [VerificationController],
  providers: [
    VerificationStore,
    CaseLog,
    DecideCase,
    Countries,
    DocumentNumbers,
    FoldDigests,
    FoldPlacesStore,
    VerificationJobs,
    PutPhotos,
    SetDocumentCountry,
    GetVerification,
    SubmitBasicVerification,
    SubmitAdvancedVerification,
    VerificationLevels,
    VerificationPart,
    { provide: VerificationReader, useClass: GetVerificationState },
    ...forReviewers,
  ],
  exports: [VerificationLevels, VerificationReader, ...forReviewers],
})
export class VerificationModule {}
