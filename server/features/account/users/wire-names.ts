import { getCountries, getCountryCallingCode } from 'libphonenumber-js';
import { Refusal } from '../../../platform/http/refusal.js';
import { countryId } from './area-codes.js';
import { type Contact, readEmail, readLogin, readPhone } from './contact.rules.js';
import type { UserName } from './users.store.js';

/** The dial code in the spellings of all clients. */
export interface DialCodeFields {
  areacode?: string;
  area_code?: string;
  country_code?: string;
  area_code_id?: string;
}

/** The dial code that a client sent under one of its names; empty when none. */
export function dialCodeFrom({ areacode, area_code, country_code, area_code_id }: DialCodeFields): string {
  const given = areacode ?? area_code ?? country_code;
  if (given !== undefined) return given;
  // Some clients send 0 where nothing was chosen.
  if (area_code_id === undefined || area_code_id === '0') return '';
  const country = getCountries().find((code) => countryId(code).toString() === area_code_id);
  return country ? getCountryCallingCode(country) : area_code_id;
}

/**
 * The contact or user name of a registration.
 * @throws Refusal `account.email-invalid`, `account.phone-invalid`, `account.username-invalid`.
 */
export function newName(userString: string, type: string | undefined, fields: DialCodeFields): UserName {
  const kind = kindOf(userString, type);
  if (kind === 'email') return { contact: emailFrom(userString), username: null };
  if (kind === 'mobile') return { contact: phoneFrom(userString, fields), username: null };
  const { username } = readLogin(userString, '');
  if (!username) throw new Refusal('account.username-invalid');
  return { contact: null, username };
}

function kindOf(text: string, type: string | undefined): string {
  if (type === 'email' || type === 'mobile' || type === 'username') return type;
  if (type === 'phone') return 'mobile';
  if (text.includes('@')) return 'email';
  return /^\+?[0-9]+$/.test(text) ? 'mobile' : 'username';
}

/** @throws Refusal `account.email-invalid`. */
export function emailFrom(text: string): Contact {
  const contact = readEmail(text);
  if (!contact) throw new Refusal('account.email-invalid');
  return contact;
}

/** @throws Refusal `account.phone-invalid`. */
export function phoneFrom(text: string, fields: DialCodeFields): Contact {
  const contact = readPhone(text, dialCodeFrom(fields));
  if (!contact) throw new Refusal('account.phone-invalid');
  return contact;
}

const REGISTER_TYPES = new Set(['register', 'reg', '1']);
const FORGET_TYPES = new Set(['forget', 'find', 'reset', 'forgetpassword', 'forget_password', 'changepassword', '2']);

/** What a code is asked for, in the words of all clients. @throws Refusal `request.invalid`. */
export function codePurpose(type: string | undefined, fallback: 'register' | 'forget'): 'register' | 'forget' {
  if (type === undefined) return fallback;
  const word = type.toLowerCase();
  if (REGISTER_TYPES.has(word)) return 'register';
  if (FORGET_TYPES.has(word)) return 'forget';
  throw new Refusal('request.invalid', { field: 'type' });
}

/** Page and size of a list: out of range is brought into range. */
export function pageOf({ page, limit }: { page?: string; limit?: string }): { page: number; limit: number } {
  const number = (text: string | undefined, fallback: number, most: number) =>
    text !== undefined && /^[0-9]{1,9}$/.test(text) ? Math.min(most, Math.max(1, Number.parseInt(text, 10))) : fallback;
  return { page: number(page, 1, 1_000_000_000), limit: number(limit, 10, 100) };
}

/** An instant as these clients show it: UTC, `YYYY-MM-DD HH:mm:ss`. */
export function wireTime(instant: Date): string {
  return instant.toISOString().slice(0, 19).replace('T', ' ');
}
