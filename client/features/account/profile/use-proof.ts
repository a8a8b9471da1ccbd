import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ProofAct, ProofFields, ProofKind } from '../../../../server/contract/account/proofs.dto';
import { CallFailed } from '../../../platform/api';
import { canUsePasskeys, PasskeyFailed } from '../../../platform/passkeys';
import { WalletFailed } from '../../../platform/wallet-signature';
import { judgeCode, judgeFilled } from './form-rules';
import { type Confirmed, proofsOf, signByPasskey, signByWallet } from './proofs.api';
import { useVerdict } from './use-verdict';

/** What is typed to prove that it is the user; a wallet or a passkey signs when the form is sent. */
export interface ProofInput {
  code: string;
  loginPassword: string;
}

export const NO_PROOF: ProofInput = { code: '', loginPassword: '' };

/** At which field a refusal is shown. */
export const PROOF_FIELDS = {
  'account.code-wrong': 'code',
  'account.code-required': 'code',
  'account.totp-wrong': 'code',
  'account.totp-required': 'code',
  'account.old-password-wrong': 'loginPassword',
} as const;

/** What the act asks of this user, and the proof as the wire wants it. */
export function useProof(act: ProofAct) {
  const { t } = useTranslation();
  const words = useVerdict();
  const query = useQuery({ ...proofsOf(act), refetchOnMount: 'always' });
  const [ways, setWays] = useState<Readonly<Record<string, ProofKind>>>({});
  const view = query.data ?? null;
  const groups = ((view?.groups ?? []) as ProofKind[][]).map((group) => group.filter(isUsable));
  const chosen = groups.map((group, place) => ways[`${act} ${place}`] ?? group[0]);
  const has = (kind: ProofKind) => chosen.includes(kind);
  const asksCode = has('authenticator') || has('contact-code');

  const collect = async ({ code, loginPassword }: ProofInput, confirmed: Confirmed = {}): Promise<ProofFields> => {
    const typed = {
      ...(asksCode ? { code } : {}),
      ...(has('login-password') ? { login_password: loginPassword } : {}),
    };
    try {
      const byWallet = has('wallet') ? await signByWallet(act, confirmed, view?.wallets ?? []) : {};
      const byPasskey = has('passkey') ? await signByPasskey(act, confirmed) : {};
      return { ...typed, ...byWallet, ...byPasskey };
    } catch (failure) {
      if (failure instanceof WalletFailed) throw new CallFailed('refused', t(`login.${failure.problem}`));
      if (failure instanceof PasskeyFailed) throw new CallFailed('refused', t(`passkeys.${failure.problem}`));
      throw failure;
    }
  };
  return {
    act,
    query,
    view,
    groups,
    chosen,
    has,
    collect,
    /** Another of the kinds that count as much. */
    choose: (place: number, kind: ProofKind) => setWays((known) => ({ ...known, [`${act} ${place}`]: kind })),
    judge: {
      code: (value: string) =>
        has('contact-code') ? words(judgeCode(value)) : asksCode ? words(judgeFilled(value)) : null,
      loginPassword: (value: string) => (has('login-password') ? words(judgeFilled(value)) : null),
    },
  };
}

/** A browser that knows no passkeys offers the other ways. */
function isUsable(kind: ProofKind): boolean {
  return kind !== 'passkey' || canUsePasskeys();
}

export type ProofNeeds = ReturnType<typeof useProof>;
