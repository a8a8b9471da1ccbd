import { Injectable } from '@nestjs/common';
import { UsersStore } from './users.store.js';

/** Keeps the word by which a user knows that a message is ours; null takes it away. */
@Injectable()
export class SetAntiPhishingWord {
  constructor(private readonly users: UsersStore) {}

  execute(userId: string, word: string | null): Promise<void> {
    return this.users.setAntiPhishingWord(userId, word);
  }
}
