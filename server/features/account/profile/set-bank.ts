import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { BanksStore } from './banks.store.js';

/** Offers a bank to choose from, or no longer: a name in a list, no account of anybody. */
@Injectable()
export class SetBank {
  constructor(
    private readonly store: BanksStore,
    private readonly clock: Clock,
  ) {}

  /** @returns the bank's number. @throws Refusal `operations.nothing-changed`. */
  async execute(tx: Transaction, { name, listed }: { name: string; listed: boolean }): Promise<number> {
    const id = await this.store.set(tx, { name: name.normalize('NFC').trim(), listed }, new Date(this.clock.now()));
    if (id === null) throw new Refusal('operations.nothing-changed');
    return id;
  }
}
