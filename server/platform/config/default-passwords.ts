/** What people write where a password is wanted, and what servers and their examples come with. */
const TRIED_FIRST = new Set(
  [
    '0000 1234 12345 123456 12345678 123456789 1234567890 111111 abc123 admin administrator changeme change-me change_me',
    'changethis default demo dev development example foobared gateway guest letmein local minioadmin minio123 pass passw0rd',
    'password password1 postgres postgresql public qwerty redis replace-me root secret test token trading user worker',
  ].flatMap((line) => line.split(' ')),
);

/** Whether a password is one that whoever looks for a way in tries first. */
export function isTriedFirst(password: string, user = ''): boolean {
  const plain = password.toLowerCase();
  return TRIED_FIRST.has(plain) || (plain !== '' && plain === user.toLowerCase());
}

/** The same of the one that stands in an address; false where there is none. */
export function hasPasswordTriedFirst(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { username, password } = new URL(address);
  // As they are written: none of those above needs to be written otherwise.
  return isTriedFirst(password, username);
}

/**
 * In production nobody is let in by a password that everybody tries.
 * @throws Error that says the name of the setting and not the password.
 */
export function requireOwnPassword(environment: Record<string, unknown>, name: string, address: string): void {
  if (environment.NODE_ENV !== 'production' || !hasPasswordTriedFirst(address)) return;
  throw new Error(`Configuration is not usable. ${passwordProblem(name)}`);
}

export function passwordProblem(name: string): string {
  return `${name}: its password is one that everybody tries first, draw another`;
}
