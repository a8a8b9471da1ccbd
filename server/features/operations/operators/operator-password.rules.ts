export const OPERATOR_PASSWORD_MIN = 12;
const DIFFERENT_MIN = 6;

/** Whether an operator may have this password of its own: long, of several characters, and not around the login. */
export function isStrongEnough(password: string, login: string): boolean {
  const text = password.normalize('NFKC');
  return (
    [...text].length >= OPERATOR_PASSWORD_MIN &&
    new Set(text).size >= DIFFERENT_MIN &&
    !text.toLowerCase().includes(login)
  );
}
