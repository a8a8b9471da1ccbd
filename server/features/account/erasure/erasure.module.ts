import { Module } from '@nestjs/common';
import { DataExportsModule } from '../data-exports/index.js';
import { AskForErasure } from './ask-for-erasure.js';
import { CloseDoors } from './close-doors.js';
import { EraseAccounts } from './erase-accounts.js';
import { ErasureFigures } from './erasure-figures.js';
import { ErasureProofs } from './erasure-proofs.js';
import { EraseAccount } from './erase-account.js';
import { ErasureController } from './erasure.controller.js';
import { ErasureJobs } from './erasure.jobs.js';
import { ErasureStore } from './erasure.store.js';
import { GetErasure } from './get-erasure.js';
import { JudgeErasure } from './judge-erasure.js';
import { RetainRecord } from './retain-record.js';
import { TakeBackErasure } from './take-back-erasure.js';
import { NotifyOfErasure } from './notify-of-erasure.js';
import './erasure-personal.js';

@Module({
  imports: [DataExportsModule],
  controllers: [ErasureController],
  providers: [
    ErasureStore,
    NotifyOfErasure,
    RetainRecord,
    EraseAccount,
    EraseAccounts,
    ErasureFigures,
    ErasureProofs,
    CloseDoors,
    JudgeErasure,
    AskForErasure,
    GetErasure,
    TakeBackErasure,
    ErasureJobs,
  ],
})
export class ErasureModule {}
