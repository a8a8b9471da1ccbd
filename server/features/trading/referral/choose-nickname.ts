import { Injectable } from '@nestjs/common';
import { isNickname, nicknameKey } from '../../../contract/rules/referral.rules.js';
import { Clock } from '../../../platform/clock/clock.js';
import { Transactions } from '../../../platform/database/transactions.store.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { Outbox } from '../../../platform/outbox/outbox.js';
import { RankInviters } from './rank-inviters.js';
import { ReferralStore } from './referral.store.js';

/** By which name, if at all, somebody stands in the public ranking. */
@Injectable()
export class ChooseNickname {
  constructor(
    private readonly store: ReferralStore,
    private readonly rankInviters: RankInviters,
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
  ) {}

  /** @throws Refusal `referral.nickname-invalid`, `referral.nickname-taken`. */
  async execute(user: string, given: { nickname: string; listed: boolean }): Promise<void> {
    const nickname = given.nickname.trim().normalize('NFC');
    if (!isNickname(nickname)) throw new Refusal('referral.nickname-invalid');
    const profile = { user, nickname, nicknameKey: nicknameKey(nickname), listed: given.listed };
    const isFree = await this.transactions.run(async (tx) => {
      const isSet = await this.store.setProfile(tx, { ...profile, at: new Date(this.clock.now()) });
      if (isSet) this.outbox.announce(tx, [user]);
      return isSet;
    });
    if (!isFree) throw new Refusal('referral.nickname-taken');
    this.rankInviters.forget();
  }
}
