import { Injectable } from '@nestjs/common';
import type { ProofKind } from '../../../contract/account/proofs.dto.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { ConfirmationCodes, type ConfirmedAct, SecondFactor, VerificationCodes } from '../codes/index.js';
import type { Caller, UserRow } from '../users/index.js';
import { OwnedProofs } from './owned-proofs.js';
import { neededProofs, type Proof, takesPlainCode, takesRecentLogin } from './proofs.rules.js';
import { ProveLogin } from './prove-login.js';
import { SignedProofs } from './signed-proofs.js';

export interface ProofGiven {
  userId: string;
  /** In which it is given: ended before the act is done, it does nothing. */
  sessionId: string;
  /** With its values: a proof of another amount or target is none. */
  act: ConfirmedAct;
  proofs: readonly Proof[];
  caller: Caller;
}

/** A user who has proven to be at hand. */
export interface Proven {
  user: UserRow;
  /** By what old clients can bring alone: a code that was sent without saying for what, or a login of a moment ago. */
  isPlain: boolean;
  /** By nothing but the login password, typed or of a moment ago: whoever knows it has no need of anything else. */
  isLoginAlone: boolean;
  /**
   * Inside the act's transaction, before what it locks besides the user, whose row it locks: of two acts with the same code one goes on,
   * and of a session that was ended meanwhile none.
   * @throws Refusal `account.code-wrong`, `account.totp-wrong`, `session.required`.
   */
  useUp: UseUp;
}

export type UseUp = (within: Transaction) => Promise<void>;
type Spend = (tx: Transaction) => Promise<void>;

/** One that was right. */
interface Checked {
  isPlain: boolean;
  /** What uses it up; null for one that is used up by the look or can be shown again. */
  spend: Spend | null;
}

/**
 * The one place that asks a signed-in user for a fresh proof. A session alone changes nothing of what protects money:
 * whoever has stolen one has none of these.
 */
@Injectable()
export class RequireFreshProof {
  constructor(
    private readonly ownedProofs: OwnedProofs,
    private readonly proveLogin: ProveLogin,
    private readonly codes: ConfirmationCodes,
    private readonly sent: VerificationCodes,
    private readonly factor: SecondFactor,
    private readonly signedProofs: SignedProofs,
  ) {}

  /**
   * Call before the transaction of the act, so that a wrong try is counted whatever becomes of it.
   * @throws Refusal `account.second-factor-required` where nothing that the user has counts, `account.proof-required`,
   *   `account.code-required`, `account.code-wrong`, `account.totp-required`, `account.totp-wrong`,
   *   `account.old-password-wrong`, `account.login-again`, `account.wallet-proof-wrong`, those of a passkey, `account.locked`.
   */
  async execute(given: ProofGiven): Promise<Proven> {
    const { userId, sessionId, act } = given;
    const { user, kinds } = await this.ownedProofs.find(userId);
    const needed = neededProofs(act.act, kinds);
    if (needed === null) throw new Refusal('account.second-factor-required');
    // What is missing is said before anything is tried: a half proof uses up no code.
    const proofs = given.proofs.filter(({ kind }) => kind !== 'recent-login' || takesRecentLogin(act.act, kinds));
    const chosen = new Set(needed.map((group) => chosenOf(group, proofs)));
    const takesPlain = takesPlainCode(act.act, kinds);
    const checked: Checked[] = [];
    for (const kind of [...chosen].sort(byCost)) {
      checked.push(await this.check(kind, user, { ...given, proofs, takesPlain }));
    }
    return {
      user,
      isPlain: checked.some(({ isPlain }) => isPlain),
      isLoginAlone: [...chosen].every((kind) => kind === 'login-password'),
      useUp: async (within) => {
        await this.proveLogin.holdOpen(within, { userId, sessionId });
        for (const { spend } of checked) await spend?.(within);
      },
    };
  }

  private async check(kind: ProofKind, user: UserRow, given: ProofGiven & { takesPlain: boolean }): Promise<Checked> {
    const { act, proofs, caller, takesPlain } = given;
    if (kind === 'authenticator') {
      return { isPlain: false, spend: await this.factor.verify(user.id, codeOf(proofs), caller) };
    }
    if (kind === 'contact-code') {
      const { name, isPlain } = await this.codes.check(user, codeOf(proofs), { act, caller, takesPlain });
      return { isPlain, spend: (tx) => this.sent.use(tx, name, codeOf(proofs)) };
    }
    if (kind === 'login-password') {
      return { isPlain: await this.proveLogin.execute(user.id, proofs, caller), spend: null };
    }
    await this.signedProofs.check(kind, user.id, given);
    return { isPlain: false, spend: null };
  }
}

/** What is used up by a look comes last: what a wallet or a passkey signs. */
const COST: Record<ProofKind, number> = {
  'login-password': 1,
  'contact-code': 2,
  authenticator: 3,
  wallet: 4,
  passkey: 5,
};

function byCost(left: ProofKind, right: ProofKind): number {
  return COST[left] - COST[right];
}

/** The kind of the group that was brought. @throws Refusal that says what is missing. */
function chosenOf(group: readonly ProofKind[], proofs: readonly Proof[]): ProofKind {
  const brought = group.find((kind) => proofs.some((proof) => fits(proof, kind)));
  if (brought) return brought;
  // Who has a passkey too is told as before what clients without passkeys can bring.
  const others = group.filter((kind) => kind !== 'passkey');
  if (others.includes('authenticator')) throw new Refusal('account.totp-required');
  if (others.length === 1 && others[0] === 'contact-code') throw new Refusal('account.code-required');
  if (others.length === 1 && others[0] === 'login-password') throw new Refusal('account.old-password-wrong');
  throw new Refusal('account.proof-required');
}

function fits(proof: Proof, kind: ProofKind): boolean {
  if (proof.kind === 'code') return kind === 'authenticator' || kind === 'contact-code';
  if (proof.kind === 'recent-login') return kind === 'login-password';
  return proof.kind === kind;
}

function codeOf(proofs: readonly Proof[]): string {
  return proofs.find((proof) => proof.kind === 'code')?.code ?? '';
}

/** The proofs in a call's fields. */
export function proofsFrom(fields: {
  code?: string;
  login_password?: string;
  proof_nonce?: string;
  proof_signature?: string;
  passkey?: string;
}): Proof[] {
  const { code, login_password: password, proof_nonce: nonce, proof_signature: signature, passkey } = fields;
  return [
    ...(code ? [{ kind: 'code', code } as const] : []),
    ...(password ? [{ kind: 'login-password', password } as const] : []),
    ...(passkey ? [{ kind: 'passkey', answer: passkey } as const] : []),
    ...(nonce && signature ? [{ kind: 'wallet', nonce, signature } as const] : []),
  ];
}
