import type { ApiKeyScope } from '../../../../server/contract/rules/api-keys.rules';

/** The words of each scope: what it is called, and what it lets a program do. */
export const SCOPE_WORDS = {
  read: ['apiKeys.read', 'apiKeys.readText'],
  'trade.spot': ['apiKeys.spot', 'apiKeys.spotText'],
  'trade.futures': ['apiKeys.futures', 'apiKeys.futuresText'],
  'trade.options': ['apiKeys.options', 'apiKeys.optionsText'],
} as const satisfies Record<ApiKeyScope, readonly [string, string]>;

const KNOWN = new Map<string, (typeof SCOPE_WORDS)[ApiKeyScope]>(Object.entries(SCOPE_WORDS));

/** A scope of a newer server than this page has the name that the wire gives it. */
export function scopeWord(scope: string) {
  return KNOWN.get(scope)?.[0] ?? null;
}
