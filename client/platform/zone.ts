import type { Language } from '../../server/contract/errors';
import { serverNow } from './server-clock';

/** The zone that times are shown in, "GMT+8". */
export function zoneName(language: Language): string {
  const parts = new Intl.DateTimeFormat(language, { timeZoneName: 'shortOffset' }).formatToParts(serverNow());
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? 'UTC';
}
