import type { ProofFields } from '../../../../server/contract/account/proofs.dto';
import { post } from '../../../platform/api';
import type { AccountName } from '../login';

/** The caller shows what went wrong in place. */
const QUIET = { quiet: true };

function fieldsOf({ kind, text, dialCode }: AccountName) {
  return { user_string: text, ...(kind === 'phone' ? { areacode: dialCode } : {}) };
}

/** Sends a code to the contact that is to become the user's. */
export function sendNewContactCode(contact: AccountName): Promise<string> {
  return post('user/contact_code', fieldsOf(contact), QUIET);
}

/** Binds the contact, in the place of the one of its kind. */
export function setContact(contact: AccountName, newCode: string, proof: ProofFields): Promise<string> {
  return post('user/contact', { ...fieldsOf(contact), new_code: newCode, ...proof }, QUIET);
}

/** The contact as one text, for what a proof is bound to. */
export function wholeContact({ kind, text, dialCode }: AccountName): string {
  return kind === 'phone' && !text.startsWith('+') ? `+${dialCode}${text}` : text;
}
