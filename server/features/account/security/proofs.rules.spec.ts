import type { ProofKind } from '../../../contract/account/proofs.dto.js';
import { PROOF_ACTS } from '../../../contract/account/proofs.dto.js';
import { neededProofs, offeredProofs, takesPlainCode, takesRecentLogin } from './proofs.rules.js';

const CONTACT: ProofKind[] = ['contact-code', 'login-password'];

describe('what old clients can bring alone', () => {
  it('counts for these acts and for no other', () => {
    const has = new Set(CONTACT);
    expect(PROOF_ACTS.filter((act) => takesPlainCode(act, has))).toEqual(['withdrawal', 'address']);
    expect(PROOF_ACTS.filter((act) => takesRecentLogin(act, has))).toEqual(['bank-card', 'fund-password']);
  });

  it.each<ProofKind>(['authenticator', 'passkey'])('counts for nothing that is set up where there is a %s', (kind) => {
    const has = new Set([...CONTACT, kind]);
    expect(PROOF_ACTS.filter((act) => takesPlainCode(act, has))).toEqual(['withdrawal']);
    expect(PROOF_ACTS.filter((act) => takesRecentLogin(act, has))).toEqual([]);
  });
});

describe('what becomes a second factor', () => {
  it.each(['passkey', 'authenticator'] as const)('is not set up by a password where there is a wallet: %s', (act) => {
    const asked = neededProofs(act, new Set<ProofKind>(['login-password', 'wallet'])) ?? [];
    expect(asked.slice(1)).toEqual([['wallet']]);
    expect(neededProofs(act, new Set<ProofKind>(['login-password']))).toEqual([['login-password']]);
    // The wallet alone is the login; where there is more, it is no second proof of itself.
    for (const more of ['passkey', 'contact-code'] as const)
      expect(neededProofs(act, new Set<ProofKind>(['wallet', more]))?.slice(1)).toEqual([[more]]);
  });
});

describe('what a page offers', () => {
  const offered = (act: (typeof PROOF_ACTS)[number], has: ProofKind[]) =>
    offeredProofs(act, neededProofs(act, new Set(has)) ?? []);

  it('leaves the login out of what sets a fund password, where there is more', () => {
    expect(offered('fund-password', CONTACT)).toEqual([['contact-code']]);
    expect(offered('fund-password', ['wallet', ...CONTACT])).toEqual([['contact-code', 'wallet']]);
    expect(offered('fund-password', ['login-password'])).toEqual([['login-password']]);
    expect(offered('fund-password', ['passkey', 'login-password'])).toEqual([['passkey', 'login-password']]);
    expect(offered('bank-card', CONTACT)).toEqual([CONTACT]);
  });
});
