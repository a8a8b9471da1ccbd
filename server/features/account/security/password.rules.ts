export const PASSWORD_LENGTH_MAX = 128;
const PIN = /^[0-9]{6}$/;

/** A password in the form that is hashed: the exact text, the same however the keyboard composed its letters. */
export function passwordText(password: string): string {
  return password.normalize('NFC');
}

/** Whether the length, in characters, is allowed. */
export function isPasswordLength(password: string, minimum: number): boolean {
  const { length } = [...passwordText(password)];
  return length >= minimum && length <= PASSWORD_LENGTH_MAX;
}

/**
 * Whether a password is one that is guessed by its form or by who has it: one sign repeated, a row of digits or letters,
 * or what is known of the user (contact, name).
 */
export function isGuessable(password: string, known: string[]): boolean {
  const text = passwordText(password).toLowerCase();
  if (isRepeated(text) || isRow(text)) return true;
  return known.some((word) => word !== '' && wordsOf(word).includes(text));
}

function wordsOf(known: string): string[] {
  const word = known.toLowerCase();
  const [local = word] = word.split('@', 1);
  const national = word.startsWith('+') ? [1, 2, 3, 4].map((digits) => word.slice(digits)) : [];
  return [word, local, ...national];
}

/** `aaaaaa`, `121212`, `123123`, `abcabc`. */
function isRepeated(text: string): boolean {
  return /^(.{1,4})\1+$/su.test(text) && new Set(text).size <= 4;
}

/** `123456`, `654321`, `abcdef`, `12345678901`: each sign follows the one before, always in the same direction. */
function isRow(text: string): boolean {
  const steps = [...text].slice(1).map((sign, index) => step(text.charCodeAt(index), sign.charCodeAt(0)));
  return steps.length > 0 && (steps.every((size) => size === 1) || steps.every((size) => size === -1));
}

/** Nine is followed by zero, as on a keyboard. */
function step(from: number, to: number): number {
  if (from === 57 && to === 48) return 1;
  return from === 48 && to === 57 ? -1 : to - from;
}

/** Whether the text has the form of a fund password: six ASCII digits. */
export function isPin(text: string): boolean {
  return PIN.test(text);
}

/**
 * Whether a fund password is refused when it is set: fewer than three different digits, a row, a repeated group, a
 * date (a birthday), or digits of the user's phone.
 */
export function isWeakPin(pin: string, phone: string | null): boolean {
  if (new Set(pin).size < 3 || isRow(pin) || isRepeated(pin)) return true;
  if (/^(.)(.)(.)\3\2\1$/.test(pin) || isDate(pin)) return true;
  return phone?.includes(pin) ?? false;
}

/** YYMMDD, DDMMYY, MMDDYY, or a year and a month. */
function isDate(pin: string): boolean {
  if (/^(19|20)[0-9]{2}(0[1-9]|1[0-2])$/.test(pin)) return true;
  const parts = [pin.slice(0, 2), pin.slice(2, 4), pin.slice(4)].map((part) => Number.parseInt(part, 10));
  const [first = 0, second = 0, third = 0] = parts;
  const isDay = (day: number, month: number) => day >= 1 && day <= 31 && month >= 1 && month <= 12;
  return isDay(third, second) || isDay(first, second) || isDay(second, first);
}
