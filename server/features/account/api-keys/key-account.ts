import { type AccountType, isDemoAccount } from '../../../contract/account-type.dto.js';
import { Refusal } from '../../../platform/http/refusal.js';

/** Whose key is asked for: the user's own, or that of a sub-account. @throws Refusal `sub-account.closed`: it has no demo money. */
export function keyAccount(
  userId: string,
  { subAccountId, accountType }: { subAccountId: string | null; accountType: AccountType },
): string {
  if (subAccountId === null) return userId;
  if (isDemoAccount(accountType)) throw new Refusal('sub-account.closed');
  return subAccountId;
}
