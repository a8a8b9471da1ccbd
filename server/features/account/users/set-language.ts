import { Injectable } from '@nestjs/common';
import { nearestLanguageOf } from '../../../contract/languages/index.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { markFor } from '../../../platform/http/request-language.js';
import { UsersStore } from './users.store.js';

/** Gives the mark by which a client tells its language from now on. */
@Injectable()
export class SetLanguage {
  constructor(private readonly users: UsersStore) {}

  /** A user's language is kept too: messages are written in it. @throws Refusal `language.unknown`. */
  async execute(code: string, userId: string | null): Promise<string> {
    const language = nearestLanguageOf(code);
    if (!language) throw new Refusal('language.unknown');
    if (userId !== null) await this.users.setLanguage(userId, language);
    return markFor(language);
  }
}
