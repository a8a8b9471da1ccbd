import type { Language } from '../../../../server/contract/errors';
import { post, rememberLanguageMark } from '../../../platform/api';

/** Tells the server the language, so that its words come in it too, and keeps the mark it answers with. */
export async function sendLanguage(language: Language): Promise<void> {
  rememberLanguageMark(await post<string>('set/lang', { lang: language }, { quiet: true }));
}
