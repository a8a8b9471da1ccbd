import { getCountries, getCountryCallingCode, parsePhoneNumberFromString } from 'libphonenumber-js';

export type ContactKind = 'email' | 'phone';

/** An e-mail address or a phone in its one canonical form. */
export interface Contact {
  kind: ContactKind;
  /** Where messages go: the address in lower case, or the phone in E.164. */
  value: string;
  /** What must be unique: all spellings that reach the same mailbox have the same key. */
  key: string;
}

const LOCAL_PART = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;
const DOMAIN = /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])$/;
/** Domains of the same mailboxes, by the one that stands for all of them. */
const DOMAIN_OF_MAILBOX: ReadonlyMap<string, string> = new Map([['googlemail.com', 'gmail.com']]);
/** Mailboxes there are the same with dots and without. */
const DOTLESS_DOMAINS = new Set(['gmail.com']);

/**
 * The canonical form of an e-mail address: lower case, the domain in its ASCII form. Null for what is none. The key
 * leaves out a `+tag`, and the dots where they mean nothing, and has one domain for all that lead to the same mailboxes.
 */
export function readEmail(text: string): Contact | null {
  if (text.length < 3 || text.length > 254) return null;
  const at = text.lastIndexOf('@');
  const local = text.slice(0, at).toLowerCase();
  const domain = asciiDomain(text.slice(at + 1));
  if (at < 1 || local.length > 64 || !LOCAL_PART.test(local) || !DOMAIN.test(domain)) return null;
  const [untagged = local] = local.split('+', 1);
  const mailboxes = DOMAIN_OF_MAILBOX.get(domain) ?? domain;
  const name = DOTLESS_DOMAINS.has(mailboxes) ? untagged.replaceAll('.', '') : untagged;
  const value = `${local}@${domain}`;
  return { kind: 'email', value, key: `${name === '' ? local : name}@${mailboxes}` };
}

/**
 * Every key by which the mailbox of an address may be known, today's first: accounts of before all domains of one mailbox had the same
 * keep theirs, which gateways of the version before look for. None for what is no address.
 */
export function emailKeysOf(contact: Contact | null): string[] {
  if (contact?.kind !== 'email') return [];
  const { key } = contact;
  const at = key.lastIndexOf('@');
  const former = [...DOMAIN_OF_MAILBOX].filter(([, mailboxes]) => mailboxes === key.slice(at + 1));
  return [key, ...former.map(([domain]) => `${key.slice(0, at)}@${domain}`)];
}

/** Only letters, digits, dots and hyphens of any script: everything else would be read by the URL parser's own rules. */
function asciiDomain(text: string): string {
  const name = text.normalize('NFC');
  if (!/^[\p{L}\p{M}\p{N}.-]{3,253}$/u.test(name) || !URL.canParse(`http://${name}`)) return '';
  return new URL(`http://${name}`).hostname;
}

const NATIONAL_NUMBER = /^[0-9]{4,15}$/;
const WHOLE_NUMBER = /^\+[0-9]{5,16}$/;
const DIAL_CODE = /^\+?([1-9][0-9]{0,3})$/;
/** The library throws at any other. */
const DIAL_CODES: ReadonlySet<string> = new Set(getCountries().map((country) => getCountryCallingCode(country)));

/**
 * The E.164 form of a phone number, given whole with a plus sign or nationally beside a dial code (`86`, `+86`). Null
 * for what cannot be one in that country.
 */
export function readPhone(text: string, dialCode: string): Contact | null {
  const dial = DIAL_CODE.exec(dialCode)?.[1] ?? null;
  if (dialCode !== '' && (dial === null || !DIAL_CODES.has(dial))) return null;
  const isWhole = WHOLE_NUMBER.test(text);
  if (!isWhole && (dial === null || !NATIONAL_NUMBER.test(text))) return null;
  const number = isWhole
    ? parsePhoneNumberFromString(text)
    : parsePhoneNumberFromString(text, { defaultCallingCode: dial ?? '' });
  if (!number?.isValid() || (dial !== null && number.countryCallingCode !== dial)) return null;
  return { kind: 'phone', value: number.number, key: number.number };
}

/** Every phone that a number without a dial code can be, one a dial code; none for what is no number. */
export function phonesOf(text: string): Contact[] {
  if (!NATIONAL_NUMBER.test(text)) return [];
  return [...DIAL_CODES].map((dialCode) => readPhone(text, dialCode)).filter((phone) => phone !== null);
}

/** The dial code of a phone in E.164, without the plus sign. */
function dialCodeOf(phone: string): string {
  return parsePhoneNumberFromString(phone)?.countryCallingCode ?? '';
}

/** Whether text messages go to the phone. @param dialCodes those that they go to; none at all and `*` are all. */
export function takesTextMessages(phone: string, dialCodes: readonly string[]): boolean {
  return dialCodes.length === 0 || dialCodes.includes('*') || dialCodes.includes(dialCodeOf(phone));
}

/** A user name as it is shown, and the key under which it is unique. */
export interface Username {
  shown: string;
  key: string;
}

const SCRIPTS = [
  /^[\p{Script=Latin}0-9_.-]+$/u,
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー0-9_.-]+$/u,
  /^[\p{Script=Hangul}0-9_.-]+$/u,
  /^[\p{Script=Thai}0-9_.-]+$/u,
];

/**
 * A user name in NFC: 3 to 32 letters and digits of one script, beginning with a letter, so that it is neither an
 * address nor a number and cannot pass for another name by a foreign letter. Null for everything else.
 */
export function readUsername(text: string): Username | null {
  if (text.length > 64) return null;
  const shown = text.normalize('NFC');
  const length = [...shown].length;
  if (length < 3 || length > 32 || !/^\p{L}/u.test(shown)) return null;
  if (!SCRIPTS.some((script) => script.test(shown))) return null;
  const key = shown.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  return { shown, key };
}

/** What a client types where it names its account: the kind follows from the form. */
export function readLogin(text: string, dialCode: string): { contact: Contact | null; username: Username | null } {
  if (text.includes('@')) return { contact: readEmail(text), username: null };
  if (/^\+?[0-9]+$/.test(text)) return { contact: readPhone(text, dialCode), username: null };
  return { contact: null, username: readUsername(text) };
}

/** A contact for showing to its owner's fellow users: enough to recognise, not enough to use. */
export function maskContact(value: string): string {
  const at = value.indexOf('@');
  if (at < 0) return `${value.slice(0, 3)}****${value.slice(-4)}`;
  return `${value.slice(0, Math.min(2, at))}****${value.slice(at)}`;
}
