import { Injectable, type OnModuleInit } from '@nestjs/common';
import { PRODUCT_TERM_KINDS } from '../../../contract/rules/product-terms.rules.js';
import { AgreedActs } from '../review/index.js';
import { AddOptionTime } from './add-option-time.js';
import { AddTrustProduct } from './add-trust-product.js';
import { SetProductTerms } from './set-product-terms.js';
import { SetTiers } from './set-tiers.js';

/** What becomes of proposed terms, and of what is proposed to be added. */
@Injectable()
export class ProductTermActs implements OnModuleInit {
  constructor(
    private readonly agreedActs: AgreedActs,
    private readonly setProductTerms: SetProductTerms,
    private readonly setTiers: SetTiers,
    private readonly addTrustProduct: AddTrustProduct,
    private readonly addOptionTime: AddOptionTime,
  ) {}

  onModuleInit(): void {
    for (const kind of PRODUCT_TERM_KINDS) {
      this.agreedActs.register(`${kind}-terms`, {
        isAnnounced: false,
        execute: (tx, { subjectId, detail }) => this.setProductTerms.apply(tx, kind, subjectId, detail),
      });
    }
    this.agreedActs.register('trust-product', {
      isAnnounced: false,
      execute: (tx, { detail }) => this.addTrustProduct.apply(tx, detail),
    });
    this.agreedActs.register('option-time', {
      isAnnounced: false,
      execute: (tx, { detail }) => this.addOptionTime.apply(tx, detail),
    });
    this.agreedActs.register('perpetual-tiers', {
      isAnnounced: true,
      notBefore: (tx) => this.setTiers.earliest(tx),
      announced: (tx, { subjectId, detail }, dueAt) => this.setTiers.announce(tx, subjectId, detail, dueAt),
      dropped: (tx, { subjectId }) => this.setTiers.callOff(tx, subjectId),
      execute: (tx, proposal) => this.setTiers.carryOut(tx, proposal),
      committed: () => this.setTiers.committed(),
    });
  }
}
