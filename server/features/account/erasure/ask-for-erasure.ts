import { Injectable } from '@nestjs/common';
import { restWords } from '../../../contract/rules/erasure.rules.js';
import { Transactions } from '../../../platform/database/transactions.store.js';
import type { CurrentSession } from '../../../platform/http/access.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { SecurityLog } from '../notices/index.js';
import type { Proof } from '../security/index.js';
import { type Caller, UsersStore, wireTime } from '../users/index.js';
import { CloseDoors } from './close-doors.js';
import { ErasureProofs } from './erasure-proofs.js';
import { JudgeErasure } from './judge-erasure.js';

/** A user has the account closed. It is erased when the time in which that can be taken back is over. */
@Injectable()
export class AskForErasure {
  constructor(
    private readonly judgeErasure: JudgeErasure,
    private readonly users: UsersStore,
    private readonly proofs: ErasureProofs,
    private readonly closeDoors: CloseDoors,
    private readonly log: SecurityLog,
    private readonly transactions: Transactions,
  ) {}

  /**
   * @throws Refusal `account.erasure-obstacles` while anything stands in the way, `account.erasure-rest` where what is too little to
   *   leave is not given up, `account.erasure-waits`, those of {@link ErasureProofs}.
   */
  async execute(
    session: CurrentSession,
    given: { fundPassword: string; proofs: Proof[]; giveUp: string; caller: Caller },
  ): Promise<void> {
    const { userId } = session;
    const { caller, giveUp } = given;
    // Nobody gives a code away for what is refused all the same.
    await this.judgeErasure.execute(userId, giveUp);
    const { useUp } = await this.proofs.check(session, given);
    await this.transactions.run(async (tx) => {
      const user = await this.users.lockWhole(tx, userId);
      if (!user || user.disabledAt) throw new Refusal('session.required');
      await useUp(tx);
      const rest = await this.judgeErasure.execute(userId, giveUp, tx);
      const due = await this.closeDoors.begin(tx, session, { rest, caller });
      if (due === null) throw new Refusal('account.erasure-waits');
      await this.log.record(tx, user, 'erasure-asked', caller, wireTime(due));
      if (rest.length > 0) await this.log.record(tx, user, 'erasure-rest', caller, restWords(rest));
    });
  }
}
