import { Injectable, Logger } from '@nestjs/common';
import { Failures } from '../../../platform/database/failures.js';
import { sqlStateOf, type Transaction } from '../../../platform/database/transaction.js';
import { Transactions } from '../../../platform/database/transactions.store.js';
import { SecretBox } from '../users/index.js';
import { FoldPlacesStore } from './fold-places.store.js';
import { idNumberDigests } from './id-number.js';
import { openNumber } from './queued-case.js';
import { comparedIdNumber } from './verification.rules.js';
import { type CaseWithPerson, VerificationStore } from './verification.store.js';

const AT_ONCE = 200;
const DUPLICATE = '23505';

/**
 * Gives who was verified before look-alike letters were one the digest of today: under that of the spelling nobody who hands in the same
 * number spelled otherwise is found. Once all are looked at it is over for good, and each round reads a single row.
 */
@Injectable()
export class FoldDigests {
  private readonly logger = new Logger('Security');

  constructor(
    private readonly places: FoldPlacesStore,
    private readonly store: VerificationStore,
    private readonly secrets: SecretBox,
    private readonly transactions: Transactions,
  ) {}

  async execute(): Promise<void> {
    const failures = new Failures();
    let { after, isWhole } = await this.places.place();
    // From what fails on it is begun anew in the next round.
    let isInOrder = true;
    while (!isWhole) {
      const page = await this.places.page(after, AT_ONCE);
      for (const known of page) {
        isInOrder = (await failures.apart(() => this.one(known), false)) && isInOrder;
        after = known.id;
      }
      isWhole = page.length < AT_ONCE;
      if (isInOrder) await this.places.move({ after, isWhole });
    }
    failures.end();
  }

  private async one(known: CaseWithPerson): Promise<boolean> {
    const digests = this.digestsToday(known);
    if (digests === null) return true;
    const other = await this.transactions
      .run((tx) => this.fold(tx, known.id))
      .catch((error: unknown) => {
        // Somebody was verified under it at this moment.
        if (sqlStateOf(error) !== DUPLICATE) throw error;
        return this.places.holder(digests, known.id);
      });
    if (other !== null) this.logger.warn(`Cases ${known.id} and ${other} are verified with one number of a document`);
    return true;
  }

  /** Whose case has the digest already: two people have the number, and an operator is to look at both. */
  private async fold(tx: Transaction, caseId: string): Promise<string | null> {
    const held = await this.store.lock(tx, caseId);
    const known = held?.status === 'verified' ? await this.store.byId(caseId, tx) : null;
    const digests = known && this.digestsToday(known);
    if (!known?.country || !digests) return null;
    const other = await this.places.holder(digests, caseId, tx);
    if (other === null) await this.store.setCountry(tx, caseId, { country: known.country, digest: digests[0] });
    return other;
  }

  /** Null where the number is its own spelling, or is known by one of them. */
  private digestsToday(known: CaseWithPerson): [Buffer, ...Buffer[]] | null {
    const number = openNumber(known, this.secrets);
    if (number === null || known.country === null || comparedIdNumber(number) === number) return null;
    const digests = idNumberDigests(this.secrets, known.country, number);
    return digests.some((digest) => known.idNumberDigest?.equals(digest)) ? null : digests;
  }
}
