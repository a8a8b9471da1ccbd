/** The word of a wire's verification status: 0 none, 1 under review, 2 verified. */
export function verificationWord(status: number): 'unverified' | 'reviewing' | 'verified' {
  if (status === 2) return 'verified';
  return status === 1 ? 'reviewing' : 'unverified';
}
