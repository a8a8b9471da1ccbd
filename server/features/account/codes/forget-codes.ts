import { Injectable, type OnModuleInit } from '@nestjs/common';
import { CodesStore } from './codes.store.js';
import { PruneAccounts } from '../users/index.js';

const CODES_KEPT_DAYS = 7;

/** Codes that were sent are forgotten after a week; they were good for minutes. */
@Injectable()
export class ForgetCodes implements OnModuleInit {
  constructor(
    private readonly pruneAccounts: PruneAccounts,
    private readonly codes: CodesStore,
  ) {}

  onModuleInit(): void {
    this.pruneAccounts.register(CODES_KEPT_DAYS, (before, most) => this.codes.prune(before, most));
  }
}
