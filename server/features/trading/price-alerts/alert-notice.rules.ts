import type { AlertNoticeKind } from '../../account/notices/index.js';
import type { AlertKind } from '../../../contract/rules/price-alert.rules.js';
import type { ShownReading, WatchedAlert } from './watched-alert.js';

const KINDS: Record<Exclude<AlertKind, 'margin-above'>, AlertNoticeKind> = {
  rise: 'alert-rise',
  fall: 'alert-fall',
  cross: 'alert-cross',
  'percent-up': 'alert-percent-up',
  'percent-down': 'alert-percent-down',
  'funding-above': 'alert-funding-above',
  'funding-below': 'alert-funding-below',
};

/** What a user is told when an alert goes off. */
export function alertNotice(
  { kind, marketId, value, windowSeconds, note }: WatchedAlert,
  { figure, price }: ShownReading,
  symbol: string,
): { kind: AlertNoticeKind; parameters: Record<string, string> } {
  const parameters = {
    level: value,
    figure,
    ...(marketId !== null && { market: symbol }),
    ...(price !== null && { price }),
    ...(windowSeconds !== null && { seconds: String(windowSeconds) }),
    ...(note !== '' && { note }),
  };
  if (kind === 'margin-above') {
    return { kind: marketId === null ? 'alert-margin-account' : 'alert-margin', parameters };
  }
  return { kind: KINDS[kind], parameters };
}
