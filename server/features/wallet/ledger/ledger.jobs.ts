import { Injectable } from '@nestjs/common';
import { Handles } from '../../../platform/jobs/handles.js';
import { CheckBooks } from './check-books.js';
import { PassBooks } from './pass-books.js';
import { SealJournals } from './seal-journals.js';

/** In by queue. */
@Injectable()
export class LedgerJobs {
  constructor(
    private readonly checkBooks: CheckBooks,
    private readonly passBooks: PassBooks,
    private readonly sealJournals: SealJournals,
  ) {}

  @Handles('ledger.verify')
  async onVerify(): Promise<void> {
    await this.checkBooks.execute();
  }

  @Handles('ledger.pass')
  async onPass(): Promise<void> {
    await this.passBooks.execute();
  }

  @Handles('ledger.seal')
  async onSeal(): Promise<void> {
    await this.sealJournals.execute();
  }
}
