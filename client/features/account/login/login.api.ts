import { queryOptions } from '@tanstack/react-query';
import type { RegistrationSettingsView, UserCenterView } from '../../../../server/contract/account/account.dto';
import { CallFailed, get, type Parameters, post } from '../../../platform/api';
import { discardSession, logOut } from '../../../platform/log-out';
import { beginSession, endSession, isSessionStored, rememberUser, sessionToken } from '../../../platform/session';

/** The caller shows what went wrong in place. */
const QUIET = { quiet: true };

export const registrationSettings = queryOptions({
  queryKey: ['registration-settings'],
  queryFn: ({ signal }) => get<RegistrationSettingsView>('get/reg', {}, { ...QUIET, signal }),
});

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

/**
 * Keeps the token and asks who it belongs to; without an answer nobody is logged in. Whoever is still logged in here, through
 * another window perhaps, is logged out first: a session is ended, not overwritten, and what is kept of its user with it.
 * Of two windows that log in at once the later one is followed by both.
 */
export async function openSession(token: string): Promise<void> {
  if (sessionToken() !== '') logOut();
  beginSession(token);
  try {
    const user = await get<UserCenterView>('user/center', {}, QUIET);
    if (!isSessionStored(token)) throw new CallFailed('session', '');
    rememberUser(user);
  } catch (error) {
    // Whoever was logged in by another window meanwhile stays so, and nobody has this session any more.
    if (isSessionStored(token)) endSession();
    else discardSession(token);
    throw error;
  }
}

export async function logIn(name: AccountName, password: string, totp: string): Promise<void> {
  const { type, ...fields } = nameFields(name);
  const parameters = { ...fields, user_type: type ?? '', password, ...(totp === '' ? {} : { totp_code: totp }) };
  await openSession(await post<string>('user/login', parameters, QUIET));
}

export function sendCode({ kind, text, dialCode }: AccountName, purpose: 'register' | 'forget'): Promise<string> {
  if (kind === 'phone') {
    return post('sms_send', { user_string: text, areacode: dialCode, type: purpose }, QUIET);
  }
  return post('sms_mail', { user_string: text, type: purpose }, QUIET);
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
