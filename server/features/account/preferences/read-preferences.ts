import { Injectable } from '@nestjs/common';
import type { PreferencesView } from '../../../contract/account/preferences.dto.js';
import { DEFAULT_LANGUAGE, languageOf } from '../../../contract/languages/index.js';
import { markFor } from '../../../platform/http/request-language.js';
import { PreferencesStore } from './preferences.store.js';

/** What a user prefers, as its devices see it. */
@Injectable()
export class ReadPreferences {
  constructor(private readonly store: PreferencesStore) {}

  async execute(userId: string): Promise<PreferencesView> {
    const row = await this.store.read(userId);
    const { revision, language, directionColours, appearance, tabs, layout, favourites } = row;
    const spoken = languageOf(language) ?? DEFAULT_LANGUAGE;
    return {
      revision,
      language: spoken,
      language_mark: markFor(spoken),
      direction_colours: directionColours ?? '',
      appearance: appearance ?? '',
      tabs: tabs ?? '',
      layout,
      favourites,
    };
  }
}
