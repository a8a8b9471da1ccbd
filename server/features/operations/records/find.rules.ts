import { type Contact, emailKeysOf, phonesOf, readEmail, readPhone } from '../../account/users/index.js';

/** What a search can mean, each in its one form; what it cannot mean is null or empty. */
export interface Sought {
  /** Of a row or a user. */
  number: string | null;
  emailKeys: readonly string[];
  phones: string[];
  usernameKey: string | null;
  /** Of a transaction. */
  hash: string | null;
  /** For the audit log: what kind of thing was searched for, without saying what. */
  as: 'number' | 'e-mail' | 'phone' | 'hash' | 'name';
}

const NOTHING: Sought = { number: null, emailKeys: [], phones: [], usernameKey: null, hash: null, as: 'name' };
const NUMBER = /^#?([1-9][0-9]{0,17})$/;
const HASH = /^(?:0x)?([0-9a-f]{64})$/;
const USERNAME = /^[^\s@]{3,32}$/u;

/** What one box may have been given. A number is a row's or a user's, and may be a phone without its dial code. */
export function soughtBy(typed: string): Sought {
  const text = typed.trim();
  const hash = HASH.exec(text.toLowerCase())?.[1];
  if (hash !== undefined) return { ...NOTHING, hash, as: 'hash' };
  if (text.includes('@')) return { ...NOTHING, emailKeys: emailKeysOf(readEmail(text)), as: 'e-mail' };
  if (text.startsWith('+')) {
    const phone = readPhone(text.replaceAll(/[ ()-]/g, ''), '');
    return { ...NOTHING, phones: keysOf(phone ? [phone] : []), as: 'phone' };
  }
  const number = NUMBER.exec(text)?.[1];
  if (number !== undefined) {
    return { ...NOTHING, number, phones: keysOf(phonesOf(text)), usernameKey: text.toLowerCase(), as: 'number' };
  }
  return USERNAME.test(text) ? { ...NOTHING, usernameKey: text.toLowerCase() } : NOTHING;
}

function keysOf(phones: readonly Contact[]): string[] {
  return phones.map(({ key }) => key);
}
