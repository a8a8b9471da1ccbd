import { Injectable } from '@nestjs/common';
import { Refusal } from '../../../platform/http/refusal.js';
import { IdempotentCommands } from '../../../platform/idempotency/idempotent-commands.js';
import { SecurityLog } from '../../account/notices/index.js';
import type { Caller } from '../../account/users/index.js';
import { VerificationLevels } from '../../account/verification/index.js';
import { AdvertsStore } from './adverts.store.js';
import { nicknameKey } from './nickname.rules.js';
import { OpenBook } from './open-book.js';

export interface MerchantApplication {
  userId: string;
  nickname: string;
  caller: Caller;
  key: string | null;
}

/** A verified user asks the desk to be let in as a merchant. */
@Injectable()
export class ApplyAsMerchant {
  constructor(
    private readonly store: AdvertsStore,
    private readonly openBook: OpenBook,
    private readonly levels: VerificationLevels,
    private readonly commands: IdempotentCommands,
    private readonly log: SecurityLog,
  ) {}

  /** @throws Refusal `verification.required`, `otc.nickname-invalid`, `otc.nickname-taken`, `otc.merchant-applied`. */
  async execute({ userId, nickname, caller, key }: MerchantApplication): Promise<void> {
    const name = nickname.trim();
    const spelled = nicknameKey(name);
    if (spelled === null) throw new Refusal('otc.nickname-invalid');
    const command = { userId, route: 'ctc/merchant/apply', key, body: { name } };
    await this.commands.run(command, async (tx) => {
      const at = await this.openBook.begin(tx, userId);
      await this.levels.assertVerified(userId, { tx });
      const known = await this.store.merchant(userId, tx);
      if (known && known.status !== 'refused') throw new Refusal('otc.merchant-applied');
      await this.store.apply(tx, { userId, nickname: name, key: spelled, at });
      await this.log.note(tx, userId, 'merchant-applied', caller);
    });
  }
}
