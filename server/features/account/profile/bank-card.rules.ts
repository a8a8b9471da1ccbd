import { isValidBIC, isValidIBAN } from 'ibantools';

/** A card, or an account without one: only cards have a check digit, and who binds it looks at it again. */
const DOMESTIC_ACCOUNT = /^[0-9]{8,30}$/;
const FOREIGN_ACCOUNT = /^[A-Z0-9]{5,34}$/;
/** Of a Fedwire transfer inside the United States, in the place of a SWIFT code. */
const ROUTING_NUMBER = /^[0-9]{9}$/;
const ROUTING_WEIGHTS = [3, 7, 1, 3, 7, 1, 3, 7, 1];

/** Digits and letters as people group them, with blanks and hyphens, brought together. */
export function joinGroups(text: string): string {
  return text.replaceAll(/[ -]/g, '').toUpperCase();
}

/** Whether it can be a card or account at home: 8 to 30 digits. */
export function isDomesticAccount(text: string): boolean {
  return DOMESTIC_ACCOUNT.test(text);
}

/** Whether it is an account abroad: an IBAN with right check digits, or an account of a country without IBANs. */
export function isForeignAccount(text: string): boolean {
  return /^[A-Z]{2}[0-9]{2}/.test(text) ? isValidIBAN(text) : FOREIGN_ACCOUNT.test(text);
}

/** Whether it is a SWIFT code (ISO 9362) or a routing number with a right check digit. */
export function isBankCode(text: string): boolean {
  if (!ROUTING_NUMBER.test(text)) return isValidBIC(text);
  const sum = [...text].reduce((total, sign, at) => total + (sign.charCodeAt(0) - 48) * (ROUTING_WEIGHTS[at] ?? 0), 0);
  return sum > 0 && sum % 10 === 0;
}
