import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../../platform/database/transaction.js';
import { FundPasswordsStore } from './fund-passwords.store.js';

@Injectable()
export class HasFundPassword {
  constructor(private readonly store: FundPasswordsStore) {}

  execute(userId: string, tx?: Transaction): Promise<boolean> {
    return this.store.exists(userId, tx);
  }
}
