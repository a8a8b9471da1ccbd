import { dictionary } from '@zxcvbn-ts/language-common';

/** What the list lacks and people who trade in Asia choose. */
const HERE = ['woaini1314', 'woaini520', 'bitcoin', 'p@ssword'];

/**
 * The passwords that guessing lists begin with: some 49,000 out of leaks, in small letters, as the package that is made
 * for judging passwords keeps them. The ten thousand are among them.
 */
const COMMON: ReadonlySet<string> = new Set([...dictionary['passwords-common'], ...HERE]);

/** Whether so many people had the password that it is tried before any other; letters large or small. */
export function isCommonPassword(password: string): boolean {
  return COMMON.has(password.normalize('NFC').toLowerCase());
}
