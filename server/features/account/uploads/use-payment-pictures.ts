import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../../platform/database/transaction.js';
import { PaymentPictures } from '../profile/index.js';
import { UseUploads } from './use-uploads.js';

/** Pictures of payment codes are uploads of a purpose of their own. */
@Injectable()
export class UsePaymentPictures extends PaymentPictures {
  constructor(private readonly useUploads: UseUploads) {
    super();
  }

  async change(
    tx: Transaction,
    userId: string,
    { added, replaced }: { added: string[]; replaced: string[] },
  ): Promise<void> {
    await this.useUploads.execute(tx, { userId, purpose: 'payment', usedFor: `payment:${userId}`, references: added });
    await this.useUploads.discard(tx, replaced);
  }
}
