import type { PreferencesRequest } from '../../../contract/account/preferences.dto.js';
import type { Language } from '../../../contract/errors.js';
import { languageOf } from '../../../contract/languages/index.js';
import { type Layout, readLayout } from '../../../contract/rules/layout.rules.js';
import { Refusal } from '../../../platform/http/refusal.js';
import type { LookChoice } from './preferences.store.js';

/** What a request has chosen; null: nothing. @throws Refusal `language.unknown`, `request.invalid`. */
export function chosenIn(request: PreferencesRequest): { look: LookChoice; language: Language | null } {
  const { language: code, direction_colours, appearance, tabs } = request;
  const language = code === undefined ? null : languageOf(code);
  if (code !== undefined && language === null) throw new Refusal('language.unknown');
  const look = { directionColours: direction_colours ?? null, appearance: appearance ?? null, tabs: tabs ?? null };
  return { look: { ...look, layout: layoutIn(request) }, language };
}

function layoutIn({ layout: text }: PreferencesRequest): Layout {
  const layout = text === undefined ? {} : readLayout(text);
  if (layout === null) throw new Refusal('request.invalid', { field: 'layout' });
  return layout;
}
