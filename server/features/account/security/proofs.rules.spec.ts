import type { ProofKind } from '../../../contract/account/proofs.dto.js';
import { PROOF_ACTS } from '../../../contract/account/proofs.dto.js';
import { takesPlainCode, takesRecentLogin } from './proofs.rules.js';

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
