import type { Verdict } from './form-rules';

export interface CardValues {
  kind: 'domestic' | 'international';
  realName: string;
  bankName: string;
  account: string;
  branch: string;
  branchNumber: string;
  bankAddress: string;
  swift: string;
  residence: string;
  postalCode: string;
}

/** Spaces and dashes are how people write such numbers. */
export function plainNumber(text: string): string {
  return text.normalize('NFKC').replaceAll(/[\s-]/g, '').toUpperCase();
}

const DOMESTIC_ACCOUNT = /^[0-9]{8,30}$/;
const INTERNATIONAL_ACCOUNT = /^[0-9A-Z]{5,34}$/;
/** BIC of ISO 9362, or the routing number of Fedwire. */
const SWIFT = /^([A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?|[0-9]{9})$/;

export function judgeAccount(text: string, kind: CardValues['kind']): Exclude<Verdict, 'code'> | 'cardNumber' {
  const number = plainNumber(text);
  if (number === '') return 'required';
  return (kind === 'domestic' ? DOMESTIC_ACCOUNT : INTERNATIONAL_ACCOUNT).test(number) ? null : 'cardNumber';
}

export function judgeSwift(text: string): 'required' | 'swift' | null {
  const code = plainNumber(text);
  if (code === '') return 'required';
  return SWIFT.test(code) ? null : 'swift';
}
