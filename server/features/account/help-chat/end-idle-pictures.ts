import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import { Transactions } from '../../../platform/database/transactions.store.js';
import { UseUploads } from '../uploads/index.js';
import { HelpChatStore } from './help-chat.store.js';

const IDLE_MS = 30 * 86_400_000;
const AT_ONCE = 500;

/**
 * Pictures of a chat that nobody closes have served when nobody has written in it for a month: from then on they are kept for
 * as long as the setting says, like those of one that was closed. The lines stay.
 */
@Injectable()
export class EndIdlePictures {
  constructor(
    private readonly store: HelpChatStore,
    private readonly useUploads: UseUploads,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
  ) {}

  /** @returns how many. */
  execute(): Promise<number> {
    const before = new Date(this.clock.now() - IDLE_MS);
    return this.transactions.run(async (tx) => {
      const pictures = await this.store.idlePictures(tx, before, AT_ONCE);
      await this.useUploads.close(tx, pictures);
      return pictures.length;
    });
  }
}
