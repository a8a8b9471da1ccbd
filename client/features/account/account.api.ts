import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type {
  BankCardRequest,
  BankCardView,
  NoticePageView,
  RegistrationSettingsView,
  UserCenterView,
} from '../../../server/contract/account/account.dto';
import type {
  RecoveryCodesView,
  SessionView,
  TotpProposalView,
} from '../../../server/contract/account/account-security.dto';
import type { Language } from '../../../server/contract/errors';
import type { CountryView } from '../../../server/contract/languages.dto';
import { get, type Parameters, post } from '../../platform/api';
import { beginSession, endSession, rememberUser, sessionToken } from '../../platform/session';

/** The caller shows what went wrong in place. */
const QUIET = { quiet: true };
/** Replies about the user that is logged in; they go with the session. */
export const OWN = 'own';

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

export const registrationSettings = queryOptions({
  queryKey: ['registration-settings'],
  queryFn: ({ signal }) => get<RegistrationSettingsView>('get/reg', {}, { ...QUIET, signal }),
});

export const devices = queryOptions({
  queryKey: [OWN, 'devices'],
  queryFn: ({ signal }) => post<SessionView[]>('user/sessions', {}, { ...QUIET, signal }),
});

export const bankCard = queryOptions({
  queryKey: [OWN, 'bank-card'],
  queryFn: ({ signal }) => post<BankCardView>('user/cash_info', {}, { ...QUIET, signal }),
});

export function readNotices(page: number, signal: AbortSignal): Promise<NoticePageView> {
  return get<NoticePageView>('user/userLog', { page, limit: 20 }, { ...QUIET, signal });
}

/** Who an account belongs to, in the words of the wire. */
export interface AccountName {
  kind: 'email' | 'phone' | 'username';
  text: string;
  dialCode: string;
}

const WIRE_KIND = { email: 'email', phone: 'mobile', username: 'username' } as const;

function nameFields({ kind, text, dialCode }: AccountName): Parameters {
  return { user_string: text, type: WIRE_KIND[kind], ...(kind === 'phone' ? { areacode: dialCode } : {}) };
}

/** Keeps the token and asks who it belongs to; without an answer nobody is logged in. */
export async function openSession(token: string): Promise<void> {
  beginSession(token);
  try {
    rememberUser(await get<UserCenterView>('user/center', {}, QUIET));
  } catch (error) {
    endSession();
    throw error;
  }
}

export async function logIn(name: AccountName, password: string, totp: string): Promise<void> {
  const { type, ...fields } = nameFields(name);
  const parameters = { ...fields, user_type: type ?? '', password, ...(totp === '' ? {} : { totp_code: totp }) };
  await openSession(await post<string>('user/login', parameters, QUIET));
}

/** Ends the session here and, as far as it can be reached, on the server. */
export async function logOut(queries: QueryClient): Promise<void> {
  // The session ends here whatever the server answers; there it ends by itself when it is not used.
  if (sessionToken() !== '') await post('user/logout', {}, QUIET).catch(() => undefined);
  endSession();
  queries.removeQueries({ queryKey: [OWN] });
}

export function sendCode({ kind, text, dialCode }: AccountName, purpose: 'register' | 'forget'): Promise<string> {
  if (kind === 'phone') {
    return post('sms_send', { user_string: text, areacode: dialCode, type: purpose }, QUIET);
  }
  return post('sms_mail', { user_string: text, type: purpose }, QUIET);
}

/** Sends a code to the user's own e-mail or phone. */
export function sendOwnCode(): Promise<string> {
  return post('sms_other_mail', {}, QUIET);
}

export interface Registration {
  name: AccountName;
  code: string;
  password: string;
  repeated: string;
  fundPassword: string;
  repeatedFundPassword: string;
  invitation: string;
  agreed: boolean;
  smsAgreed: boolean;
}

export function register(registration: Registration, key: string): Promise<string> {
  const { name, fundPassword } = registration;
  const fund = {
    withdraw_password: fundPassword,
    re_withdraw_password: registration.repeatedFundPassword,
  };
  return post(
    'user/register',
    {
      ...nameFields(name),
      ...(name.kind === 'username' ? {} : { code: registration.code }),
      ...(name.kind === 'phone' ? { sms_agree: registration.smsAgreed ? 1 : 0 } : {}),
      ...(fundPassword === '' ? {} : fund),
      password: registration.password,
      re_password: registration.repeated,
      extension_code: registration.invitation,
      agree: registration.agreed ? 1 : 0,
    },
    { ...QUIET, idempotencyKey: key },
  );
}

export function resetPassword(name: AccountName, code: string, password: string, repeated: string): Promise<string> {
  return post(
    'user/forget',
    { account: name.text, areacode: name.kind === 'phone' ? name.dialCode : '', code, password, repassword: repeated },
    QUIET,
  );
}

export function changePassword(old: string, password: string, repeated: string): Promise<string> {
  return post('user/e_pwd', { old_password: old, password, re_password: repeated }, QUIET);
}

export interface FundPasswordChange {
  old: string;
  password: string;
  repeated: string;
  code: string;
  loginPassword: string;
}

export function changeFundPassword(change: FundPasswordChange): Promise<string> {
  const { old, password, repeated, code, loginPassword } = change;
  return post(
    'safe/update_password',
    { oldpassword: old, password, re_password: repeated, code, login_password: loginPassword },
    QUIET,
  );
}

export function endDevice(id: string): Promise<string> {
  return post('user/sessions/revoke', { id });
}

export function proposeTotp(password: string): Promise<TotpProposalView> {
  return post('user/totp/setup', { password }, QUIET);
}

export async function confirmTotp(code: string): Promise<string[]> {
  return (await post<RecoveryCodesView>('user/totp/confirm', { code }, QUIET)).recovery_codes;
}

export function disableTotp(password: string, code: string): Promise<string> {
  return post('user/totp/disable', { password, code }, QUIET);
}

export function setAntiPhishingWord(word: string): Promise<string> {
  return post('user/anti_phishing', { word }, QUIET);
}

export function bindBankCard(card: BankCardRequest, key: string): Promise<string> {
  return post('user/cash_save', { ...card }, { ...QUIET, idempotencyKey: key });
}
