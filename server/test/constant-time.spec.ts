import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * What a caller gives is held against a secret, or against what only a secret can make, in constant time: an ordinary
 * comparison ends at the first byte that differs, and tells by its time how much was right.
 */

const ROOT = join(__dirname, '../..');
const SOURCES = ['server/features', 'server/platform'];

/** Names that say a secret, or what was made with one. */
const NAME = String.raw`(?:\w*(?:[sS]ecret|[dD]igest|[sS]ignature|[hH]mac|[pP]epper|[tT]otp\w*|[nN]once|[pP]asswordHash|[tT]okenHash|[cC]odeHash|[tT]oken|[pP]roof|[hH]andle)|mac|hash|code|given|expected|mark)`;
const PATH = String.raw`(?<![\w.'"])(?:\w+(?:\?\.|\.))*`;
const NOTHING = String.raw`(?!null\b|undefined\b|true\b|false\b|['"\`]|-?\d|[A-Z])`;
const ORDINARY = [
  // secret === …, secret.toString('hex') !== …
  new RegExp(String.raw`${PATH}${NAME}(?:\.toString\([^)]*\))? [!=]==? ${NOTHING}`),
  // … === secret
  new RegExp(String.raw`(?<!\btypeof [\w.]+) [!=]==? ${PATH}${NAME}\b(?![\w.(]| =>)`),
  new RegExp(String.raw`${PATH}${NAME}\)?\??\.(?:equals|localeCompare|compare|includes|startsWith|endsWith|indexOf)\(`),
  new RegExp(String.raw`(?:Buffer\.compare|Object\.is|isDeepStrictEqual)\((?:.*[^\w])?${NAME}\b`),
];

/** Lines that the patterns must find, so that the test is seen to look. */
const FOUND = [
  'return given.length === expected.length && given === expected;',
  'if (live.hash.equals(this.digest(name, code))) return;',
  `return digest.toString('base64url') === handle;`,
  'if (macOf(text) !== mac) return null;',
  'return Buffer.compare(given, expected) === 0;',
  'if (session.tokenHash === hashed) return session;',
  'if (asked.nonce == given.nonce) return;',
];
const NOT_FOUND = [
  'if (token === null) return;',
  `const token = isPlainObject(auth) && typeof auth.token === 'string' ? auth.token : null;`,
  `if (error.code === 'ENOENT') return null;`,
  'return given.length === expected.length && timingSafeEqual(given, expected);',
];

/** How often each has a comparison that only looks like one; each was read. */
const READ: Readonly<Record<string, number>> = {
  // Codes of coins, symbols of stocks, a fencing number, pictures, numbers in JSON, a handle of the system.
  'server/features/account/profile/replace-bank-card.ts': 1,
  'server/features/markets/exchange-rates/set-exchange-rate.ts': 1,
  'server/features/markets/listing/list-coin.ts': 1,
  'server/features/markets/price-feed/feed-lease.ts': 1,
  'server/features/markets/price-feed/run-prices.ts': 1,
  'server/features/markets/stocks/list-stocks.ts': 1,
  'server/features/trading/ieo/ieo-views.ts': 1,
  'server/features/trading/ieo/sale-terms.ts': 1,
  'server/features/wallet/balances/wallet.controller.ts': 1,
  'server/platform/http/read-body.ts': 1,
  'server/platform/realtime/frame-sink.ts': 1,
  // How the caller spelled a signature, held against another spelling of the same.
  'server/features/trading/options/option-quotes.ts': 1,
  // Hashes of what everybody may read: heads of chains.
  'server/features/operations/audit/audit-anchor.rules.ts': 1,
  'server/features/operations/audit/seal-audit.ts': 1,
  'server/features/wallet/ledger/seal-journals.ts': 1,
  // Digests of the archive's files and of the seals in them, which everybody may read who has the files.
  'server/features/wallet/books-archive/archive-chain.rules.ts': 2,
  'server/features/wallet/books-archive/archive-content.ts': 1,
  'server/features/wallet/books-archive/compare-with-books.ts': 1,
  'server/features/wallet/books-archive/read-archive-file.ts': 1,
  'server/features/wallet/books-archive/write-archive-file.ts': 3,
  // Which pepper a hash was made with, as it stands behind it for everybody who reads it.
  'server/features/account/security/password-hasher.ts': 2,
  // Digests of ours: whether a case has that of today.
  'server/features/account/verification/document-numbers.ts': 1,
  'server/features/account/verification/fold-digests.ts': 1,
  // Two readings of one row: whether it was changed since the proof was right. Both are ours.
  'server/features/account/login/open-login.ts': 1,
  'server/features/account/security/change-password.ts': 1,
  'server/features/operations/operators/enrol-operator-passkey.ts': 1,
  'server/features/operations/operators/enrol-operator.ts': 1,
  'server/features/operations/operators/prove-operator.ts': 2,
};

/** Who compares in constant time, and how often. Whoever makes a comparison an ordinary one takes it from here. */
const CONSTANT: Readonly<Record<string, number>> = {
  // Of the device's cookie, of a code that was sent, of a quote, and of the handle that a passkey names.
  'server/platform/keys/key-ring.ts': 1,
  // What a program has signed with a secret of its own.
  'server/features/account/api-keys/request-signature.ts': 1,
};

/** Who makes what a secret alone can make, and what becomes of it. A new place is read, and gets its line. */
const MAKERS: Readonly<Record<string, string>> = {
  'server/platform/keys/key-ring.ts': 'the digests themselves',
  'server/features/account/api-keys/request-signature.ts': 'compared in constant time',
  'server/features/account/users/known-clients.ts': 'compared in constant time',
  'server/features/account/users/excluded-people.ts': 'an excluded person is found by its row of Postgres',
  'server/features/account/codes/verification-codes.ts':
    'compared in constant time, and used up by its row of Postgres',
  'server/features/account/codes/second-factor.ts': 'a recovery code is found by its row of Postgres',
  'server/features/account/passkeys/relying-party.ts': 'compared in constant time',
  'server/features/operations/operators/desk-relying-party.ts': 'compared in constant time',
  'server/features/account/security/password-hasher.ts': 'verified by Argon2, which compares in constant time',
  'server/features/account/users/find-login-name.ts': 'a subject that is counted, and compared with nothing',
  'server/features/account/security/login-tries.ts': 'a subject that is counted, and compared with nothing',
  'server/features/operations/operators/desk-tries.ts': 'a subject that is counted, and compared with nothing',
  'server/features/trading/options/option-quotes.ts': 'compared in constant time',
  'server/platform/idempotency/command-key.ts':
    "a fingerprint of the caller's own command, found by its row of Postgres",
};

const lines = SOURCES.flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.spec.ts') && !path.endsWith('.d.ts'))
    .flatMap((path) =>
      readFileSync(join(ROOT, folder, path), 'utf8')
        .split('\n')
        .map((line) => ({ path: `${folder}/${path}`, line: line.trim() })),
    ),
).filter(({ line }) => !/^(\/?\*|\/\/)/.test(line));

const isOrdinary = (line: string): boolean => ORDINARY.some((pattern) => pattern.test(line));

function countIn(isOne: (line: string) => boolean): Record<string, number> {
  const found: Record<string, number> = {};
  for (const { path, line } of lines) if (isOne(line)) found[path] = (found[path] ?? 0) + 1;
  return found;
}

it('nothing secret is compared in an ordinary way', () => {
  expect(FOUND.filter((line) => !isOrdinary(line))).toEqual([]);
  expect(NOT_FOUND.filter(isOrdinary)).toEqual([]);
  expect(lines.length).toBeGreaterThan(30_000);
  expect(countIn(isOrdinary)).toEqual(READ);
});

it('what a caller gives is compared in constant time where it was', () => {
  expect(countIn((line) => line.includes('timingSafeEqual('))).toEqual(CONSTANT);
});

it('whoever makes a digest with a secret is known, with what is done with it', () => {
  const made = countIn((line) => /\bcreateHmac\(|\b(?:box|keys)\.(digests?|isDigest)\(/.test(line));
  expect(Object.keys(made).sort()).toEqual(Object.keys(MAKERS).sort());
});
