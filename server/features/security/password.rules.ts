export const PASSWORD_LENGTH_MAX = 128;
const PIN = /^[0-9]{6}$/;

/** Passwords that every guessing list starts with; longer variants with digits behind are caught by the form. */
const COMMON_PASSWORDS = new Set(
  `password passw0rd password1 password123 qwerty qwertyuiop qwerty123 qwerty1 qazwsx qazwsxedc 1qaz2wsx 1q2w3e 1q2w3e4r
1q2w3e4r5t zaq12wsx asdfgh asdfghjkl zxcvbn zxcvbnm iloveyou sunshine princess dragon monkey football baseball
basketball superman batman letmein welcome welcome1 admin admin123 administrator login master shadow michael jordan
trustno1 starwars whatever freedom hello123 hello1 charlie donald aa123456 a123456 a12345678 abc123 abcd1234 abcdef
abc12345 abcd123 123qwe 123abc 123456a 12345a 123123a 1234qwer qwer1234 q1w2e3r4 q1w2e3 woaini woaini1314 5201314
woaini520 secret killer pokemon computer internet google samsung iphone bitcoin crypto wallet money trading
changeme default guest test123 test1234 testtest temp123 p@ssw0rd p@ssword pass123 pass1234 passwd mypassword
loveme lovely flower ginger hunter ranger soccer hockey summer winter spring autumn naruto pepper cookie cheese
matrix mustang maggie jessica ashley nicole daniel andrew joshua thomas robert`
    .split(/\s+/)
    .filter((word) => word !== ''),
);

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
 * Whether a password is among the first guesses: common words, one sign repeated, a row of digits or letters, or what
 * is known of the user (contact, name).
 */
export function isGuessable(password: string, known: string[]): boolean {
  const text = passwordText(password).toLowerCase();
  if (COMMON_PASSWORDS.has(text) || isRepeated(text) || isRow(text)) return true;
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
