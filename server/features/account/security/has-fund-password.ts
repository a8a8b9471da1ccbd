import { Injectable } from '@nestjs/common';
import { FundPasswordsStore } from './fund-passwords.store.js';

@Injectable()
export class HasFundPassword {
  constructor(private readonly store: FundPasswordsStore) {}

  execute(userId: string): Promise<boolean> {
    return this.store.exists(userId);
  }
}
