import { isValidBIC, isValidIBAN } from 'ibantools';

const CARD_NUMBER = /^[0-9]{12,19}$/;
const FOREIGN_ACCOUNT = /^[A-Z0-9]{5,34}$/;
/** Of a Fedwire transfer inside the United States, in the place of a SWIFT code. */
const ROUTING_NUMBER = /^[0-9]{9}$/;
const ROUTING_WEIGHTS = [3, 7, 1, 3, 7, 1, 3, 7, 1];

/** Digits and letters as people group them, with blanks and hyphens, brought together. */
export function joinGroups(text: string): string {
  return text.replaceAll(/[ -]/g, '').toUpperCase();
}

/** Whether it is a card number: 12 to 19 digits whose last one checks the others (ISO/IEC 7812-1, annex B). */
export function isCardNumber(text: string): boolean {
  if (!CARD_NUMBER.test(text)) return false;
  const sum = [...text].reverse().reduce((total, sign, index) => {
    const digit = sign.charCodeAt(0) - 48;
    const doubled = digit * 2;
    return total + (index % 2 === 0 ? digit : doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return sum % 10 === 0;
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
