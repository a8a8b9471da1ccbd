import { queryOptions } from '@tanstack/react-query';
import type {
  BankCardRequest,
  BankCardView,
  SecurityEventPageView,
  UserCenterView,
} from '../../../../server/contract/account/account.dto';
import type {
  RecoveryCodesView,
  SessionView,
  TotpProposalView,
} from '../../../../server/contract/account/account-security.dto';
import type { ProofFields } from '../../../../server/contract/account/proofs.dto';
import type { Language } from '../../../../server/contract/errors';
import type { CountryView } from '../../../../server/contract/languages.dto';
import { get, post } from '../../../platform/api';
import { OWN } from '../../../platform/queries';
import { rememberUser } from '../../../platform/session';

export { OWN };

/** The caller shows what went wrong in place. */
const QUIET = { quiet: true };

export const user = queryOptions({
  queryKey: [OWN, 'user'],
  queryFn: async ({ signal }) => {
    const described = await get<UserCenterView>('user/center', {}, { ...QUIET, signal });
    rememberUser(described);
    return described;
  },
});

export const countries = (language: Language) =>
  queryOptions({
    queryKey: ['countries', language],
    queryFn: ({ signal }) => post<CountryView[]>('area_code', { lang: language }, { ...QUIET, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });

export const devices = queryOptions({
  queryKey: [OWN, 'devices'],
  queryFn: ({ signal }) => post<SessionView[]>('user/sessions', {}, { ...QUIET, signal }),
});

export const bankCard = queryOptions({
  queryKey: [OWN, 'bank-card'],
  queryFn: ({ signal }) => post<BankCardView>('user/cash_info', {}, { ...QUIET, signal }),
});

export function readSecurityLog(page: number, signal: AbortSignal): Promise<SecurityEventPageView> {
  return get<SecurityEventPageView>('user/securityLog', { page, limit: 20 }, { ...QUIET, signal });
}

export interface PasswordChange {
  password: string;
  repeated: string;
  proof: ProofFields;
}

/** @param old empty where there is none yet. */
export function changePassword(old: string, { password, repeated, proof }: PasswordChange): Promise<string> {
  return post('user/e_pwd', { old_password: old, password, re_password: repeated, ...proof }, QUIET);
}

/** @param old empty the first time, and when it is forgotten. */
export function changeFundPassword(old: string, { password, repeated, proof }: PasswordChange): Promise<string> {
  return post('safe/update_password', { oldpassword: old, password, re_password: repeated, ...proof }, QUIET);
}

export function endDevice(id: string): Promise<string> {
  return post('user/sessions/revoke', { id });
}

export function proposeTotp(proof: ProofFields): Promise<TotpProposalView> {
  return post('user/totp/setup', { ...proof }, QUIET);
}

export async function confirmTotp(code: string): Promise<string[]> {
  return (await post<RecoveryCodesView>('user/totp/confirm', { code }, QUIET)).recovery_codes;
}

export function disableTotp(proof: ProofFields, code: string): Promise<string> {
  return post('user/totp/disable', { ...proof, code }, QUIET);
}

export function setAntiPhishingWord(word: string): Promise<string> {
  return post('user/anti_phishing', { word }, QUIET);
}

export function bindBankCard(card: BankCardRequest, key: string): Promise<string> {
  return post('user/cash_save', { ...card }, { ...QUIET, idempotencyKey: key });
}
