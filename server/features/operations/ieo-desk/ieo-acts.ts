import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Refusal } from '../../../platform/http/refusal.js';
import { PublishIeo } from '../../trading/ieo/index.js';
import { AgreedActs } from '../review/index.js';

/** What becomes of proposals about sales of new coins. */
@Injectable()
export class IeoActs implements OnModuleInit {
  constructor(
    private readonly agreedActs: AgreedActs,
    private readonly publishIeo: PublishIeo,
  ) {}

  onModuleInit(): void {
    this.agreedActs.register('ieo-project', {
      isAnnounced: false,
      execute: async (tx, { id, detail }) => {
        // The project keeps which proposal it came from.
        if (id === undefined) throw new Refusal('operations.not-found');
        await this.publishIeo.publish(tx, id, detail);
      },
    });
    this.agreedActs.register('ieo-cancel', {
      isAnnounced: false,
      execute: async (tx, { subjectId }) => {
        const isEnded = await this.publishIeo.cancel(tx, Number.parseInt(subjectId ?? '0', 10));
        if (!isEnded) throw new Refusal('operations.nothing-changed');
      },
    });
  }
}
