import { Injectable } from '@nestjs/common';
import { restText } from '../../../contract/rules/erasure.rules.js';
import { Clock } from '../../../platform/clock/clock.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { ErasureStore, type RestRow } from './erasure.store.js';

/** Whether an account can be closed: nothing stands in the way, and its user gives up what is too little to leave it. */
@Injectable()
export class JudgeErasure {
  constructor(
    private readonly store: ErasureStore,
    private readonly clock: Clock,
  ) {}

  /**
   * @param giveUp the amounts that the user has agreed to give up, as `restText` writes them.
   * @returns these amounts.
   * @throws Refusal `account.erasure-obstacles`; `account.erasure-rest` where they are not what there is.
   */
  async execute(userId: string, giveUp: string, tx?: Transaction): Promise<RestRow[]> {
    const rest = await this.store.rest(userId, new Date(this.clock.now()), tx);
    const obstacles = await this.store.obstacles(userId, rest, tx);
    if (obstacles.length > 0) throw new Refusal('account.erasure-obstacles');
    if (giveUp !== restText(rest)) throw new Refusal('account.erasure-rest');
    return rest;
  }
}
