/** Sub-accounts of one main account, frozen ones included: none is ever taken away. */
export const SUB_ACCOUNTS_MAX = 20;
/** Characters of a sub-account's name. */
export const SUB_ACCOUNT_LABEL_MAX = 32;
/** The accounts of a sub-account, which money comes to and goes from: what it trades on. */
export const SUB_ACCOUNT_POCKETS = ['spot', 'contract', 'option'] as const;
export type SubAccountPocket = (typeof SUB_ACCOUNT_POCKETS)[number];

/** What nobody sees, and what turns the direction of a line. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;

/**
 * A name as it is kept: one spelling of each character, single spaces, none around it; null for what is none, or too long. `key` is
 * equal for names that its owner would take for one another's.
 */
export function subAccountLabel(text: string): { label: string; key: string } | null {
  if (UNSEEN.test(text)) return null;
  const label = text.normalize('NFKC').trim().replaceAll(/\s+/g, ' ');
  const length = [...label].length;
  if (length < 1 || length > SUB_ACCOUNT_LABEL_MAX) return null;
  return { label, key: label.toLowerCase().replaceAll(' ', '') };
}
