import type { NoticeKind } from './notice-words.js';

/** How much it matters that a notice reaches its user outside of the app. */
export const NOTICE_WEIGHTS = ['important', 'ordinary'] as const;
export type NoticeWeight = (typeof NOTICE_WEIGHTS)[number];

/**
 * What a session alone can do again and again, or what only answers somebody. Everything else is important, also a kind that is new:
 * a login, a password, an authenticator, where money goes.
 */
const ORDINARY: ReadonlySet<NoticeKind> = new Set([
  'registered',
  'sub-account-opened',
  'sub-account-frozen',
  'sub-account-thawed',
  'limit-set',
  'limit-asked',
  'limit-called-back',
  'break-began',
  'data-export-ready',
  'complaint-answered',
  'merchant-admitted',
  'merchant-refused',
  'merchant-suspended',
  'subscription-released',
]);

/** Each weight has places of its own, so that nothing that is cheap keeps word of a theft from anybody. */
export function weightOf(kind: NoticeKind): NoticeWeight {
  return ORDINARY.has(kind) ? 'ordinary' : 'important';
}
