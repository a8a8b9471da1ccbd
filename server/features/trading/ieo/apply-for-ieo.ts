import { Injectable } from '@nestjs/common';
import { Refusal } from '../../../platform/http/refusal.js';
import { IdempotentCommands } from '../../../platform/idempotency/idempotent-commands.js';
import { Outbox } from '../../../platform/outbox/outbox.js';
import { ieoRefusal } from './ieo-refusals.js';
import { IeoStore } from './ieo.store.js';

export interface IeoWish {
  userId: string;
  projectId: number;
  /** Whole coins, beside what was applied for before. */
  units: string;
  /** Whether the risks are agreed to; absent where the client asks for it itself. */
  agreed: boolean | undefined;
  demo: boolean;
  key: string | null;
}

/** Applies for coins of a sale; their price is frozen on the spot account until the allotment. */
@Injectable()
export class ApplyForIeo {
  constructor(
    private readonly store: IeoStore,
    private readonly commands: IdempotentCommands,
    private readonly outbox: Outbox,
  ) {}

  /**
   * @throws Refusal `ieo.agreement`, `ieo.not-found`, `ieo.not-open`, `ieo.below-minimum`, `ieo.above-maximum`,
   * `verification.required`, `demo.real-money-only`, `ledger.insufficient-balance`, `ledger.cancel-only`.
   */
  async execute({ userId, projectId, units, agreed, demo, key }: IeoWish): Promise<void> {
    if (demo) throw new Refusal('demo.real-money-only');
    if (agreed === false) throw new Refusal('ieo.agreement');
    const body = { projectId, units };
    try {
      await this.commands.call({ userId, route: 'ieo/apply', key, body }, async (tx, claim) => {
        await this.store.apply(tx, claim, { project: projectId, units });
        this.outbox.announce(tx, [userId]);
      });
    } catch (error) {
      throw ieoRefusal(error);
    }
  }
}
