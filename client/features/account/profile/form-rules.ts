/** A word of the page and its figures; null where there is nothing to say against a value. */
export type Verdict = 'required' | 'email' | 'phone' | 'username' | 'code' | 'length' | 'differ' | 'pin' | null;

/** Only what surely is none is refused here; the server looks again and more closely. */
export function judgeEmail(text: string): Verdict {
  if (text.trim() === '') return 'required';
  return /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(text.trim()) ? null : 'email';
}

/** Spaces, dashes and brackets are how people write numbers; the digits count. */
export function plainPhone(text: string): string {
  return text.normalize('NFKC').replaceAll(/[\s().-]/g, '');
}

export function judgePhone(text: string): Verdict {
  if (text.trim() === '') return 'required';
  return /^\+?[0-9]{4,16}$/.test(plainPhone(text)) ? null : 'phone';
}

export function judgeUsername(text: string): Verdict {
  const name = text.trim().normalize('NFC');
  if (name === '') return 'required';
  const { length } = [...name];
  return length >= 3 && length <= 32 && /^\p{L}[\p{L}\p{M}\p{N}_.-]*$/u.test(name) ? null : 'username';
}

export function judgeCode(text: string): Verdict {
  if (text === '') return 'required';
  return /^[0-9]{6}$/.test(text) ? null : 'code';
}

/** Of a code that was sent to set a new password: a long one where somebody has used up the guesses at short ones. */
export function judgeResetCode(text: string): Verdict {
  return /^[0-9]{14}$/.test(text) ? null : judgeCode(text);
}

/** Length in characters, as the server counts it. */
export function judgeNewPassword(text: string, minimum: number): Verdict {
  if (text === '') return 'required';
  return [...text.normalize('NFC')].length >= minimum ? null : 'length';
}

/** What is asked for, and what is recommended: 8, or more than what is asked for where that is as much. */
export function passwordLengths(minimum: number): { count: number; better: number } {
  return { count: minimum, better: Math.max(8, minimum + 2) };
}

export function judgeRepeated(text: string, first: string): Verdict {
  if (text === '') return 'required';
  return text === first ? null : 'differ';
}

export function judgePin(text: string): Verdict {
  if (text === '') return 'required';
  return /^[0-9]{6}$/.test(text) ? null : 'pin';
}

export function judgeFilled(text: string): Verdict {
  return text.trim() === '' ? 'required' : null;
}
