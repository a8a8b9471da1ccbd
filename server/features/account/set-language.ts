import { Injectable } from '@nestjs/common';
import { languageOf } from '../../contract/languages/index.js';
import { Refusal } from '../../platform/http/refusal.js';
import { markFor } from '../../platform/http/request-language.js';

/** Gives the mark by which a client tells its language from now on. */
@Injectable()
export class SetLanguage {
  /** @throws Refusal `language.unknown`. */
  execute(code: string): string {
    const language = languageOf(code);
    if (!language) throw new Refusal('language.unknown');
    return markFor(language);
  }
}
