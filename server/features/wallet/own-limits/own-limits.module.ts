import { Module } from '@nestjs/common';
import { LedgerModule } from '../ledger/index.js';
import { CheckReality } from './check-reality.js';
import { GetOwnLimits } from './get-own-limits.js';
import { OwnLimits } from './own-limits.js';
import { OwnLimitsController } from './own-limits.controller.js';
import './own-limits-invariants.js';
import { OwnLimitsStore } from './own-limits.store.js';
import { SetOwnLimit } from './set-own-limit.js';
import { TakeBreak } from './take-break.js';
import { RecordOwnLimitChanges } from './record-own-limit-changes.js';
import './own-limits-personal.js';

@Module({
  imports: [LedgerModule],
  controllers: [OwnLimitsController],
  providers: [OwnLimitsStore, OwnLimits, GetOwnLimits, SetOwnLimit, TakeBreak, RecordOwnLimitChanges, CheckReality],
  exports: [OwnLimits],
})
export class OwnLimitsModule {}
