/** Columns that files of cases begin and end with. */
export const BEGINNING = { number: 'text', time: 'instant' } as const;
export const END = { status: 'text', firstApproval: 'text', claimedBy: 'text' } as const;

interface Listed {
  id: string;
  userId: string;
  account: string;
  status: string;
  claim: { login: string } | null;
}

/** The cells of {@link BEGINNING}, and of whose case it is. */
export function beginning({ id, userId, account, status, claim }: Listed, at: number) {
  return { number: id, time: new Date(at), user: userId, account, status, claimedBy: claim?.login ?? null };
}
