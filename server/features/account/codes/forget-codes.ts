import { Injectable, type OnModuleInit } from '@nestjs/common';
import { MessageOutlet } from '../../../platform/messages/message-outlet.js';
import { CodesStore } from './codes.store.js';
import { PruneAccounts } from '../users/index.js';

const RETENTION_DAYS = 7;

/** Codes are forgotten after a week, though they are good for minutes, and so are the traces of messages that have ended. */
@Injectable()
export class ForgetCodes implements OnModuleInit {
  constructor(
    private readonly pruneAccounts: PruneAccounts,
    private readonly codes: CodesStore,
    private readonly outlet: MessageOutlet,
  ) {}

  onModuleInit(): void {
    this.pruneAccounts.register(RETENTION_DAYS, (before, most) => this.codes.prune(before, most));
    this.pruneAccounts.register(RETENTION_DAYS, (before, most) => this.outlet.forget(before, most));
  }
}
