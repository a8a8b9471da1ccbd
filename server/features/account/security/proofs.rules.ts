import type { ProofAct, ProofKind } from '../../../contract/account/proofs.dto.js';
import type { Hold } from '../notices/index.js';

/** What a user brought. A client may send several: those that count for the act are looked at. */
export type Proof =
  /** Of the authenticator where one is on, else the one that was sent. */
  | { kind: 'code'; code: string }
  | { kind: 'login-password'; password: string }
  | { kind: 'wallet'; nonce: string; signature: string }
  /** What the browser answered, as JSON text. */
  | { kind: 'passkey'; answer: string }
  /** Nothing that was typed: the session itself, which may have been begun with the login password a moment ago. */
  | { kind: 'recent-login'; sessionId: string };

/** Kinds of the same weight: any of them will do. */
type Tier = readonly ProofKind[];
/** The first tier of which the user has anything counts, and no later one. */
interface Group {
  tiers: readonly Tier[];
  /** Whether a passkey will do in the place of whichever tier counts: it is as good as any, and takes none away. */
  orPasskey: boolean;
}

interface Rule {
  /** Of each of them one proof is needed. */
  groups: readonly Group[];
  /** Needed too, where the user has anything of it. */
  besides: readonly Group[];
  /** What the act itself asks for and uses up: who has it is not asked for more besides. */
  asks?: ProofKind;
  /** What will do of those whose client has no field for more, while neither an authenticator nor a passkey is on. */
  plain?: 'code' | 'login';
}

const orPasskey = (...tiers: Tier[]): Group => ({ tiers, orPasskey: true });
/** The knowledge or the key of a login: who holds a passkey has shown none of them. */
const only = (...tiers: Tier[]): Group => ({ tiers, orPasskey: false });

const ONE_OF_ALL = orPasskey(['authenticator'], ['contact-code', 'wallet', 'login-password']);
/** The specification asks for a code; who has none brings what there is. */
const CODE_FIRST = orPasskey(['authenticator'], ['contact-code', 'wallet'], ['login-password']);
const SECOND_FACTOR = orPasskey(['authenticator'], ['contact-code', 'wallet']);
const SENT_OR_SHOWN = orPasskey(['authenticator'], ['contact-code']);
const LOGIN = only(['login-password', 'wallet']);
const LOGIN_FIRST = only(['login-password', 'wallet'], ['authenticator'], ['contact-code']);

/** TABLE of what proves a user for which act. A new kind of proof is a word here and a place in `RequireFreshProof`. */
const RULES: Record<ProofAct, Rule> = {
  withdrawal: { groups: [SECOND_FACTOR], besides: [] },
  address: { groups: [CODE_FIRST], besides: [], plain: 'code' },
  'bank-card': { groups: [ONE_OF_ALL], besides: [], plain: 'login' },
  contact: { groups: [LOGIN_FIRST], besides: [SECOND_FACTOR] },
  'fund-password': { groups: [ONE_OF_ALL], besides: [], plain: 'login' },
  'fund-password-reset': { groups: [LOGIN, SENT_OR_SHOWN], besides: [] },
  'login-password': {
    groups: [orPasskey(['login-password'], ['authenticator'], ['contact-code', 'wallet'])],
    besides: [],
  },
  'close-account': { groups: [LOGIN_FIRST], besides: [SECOND_FACTOR] },
  // Whoever knows the password alone would else shut the owner out: it becomes the second factor of everything.
  authenticator: {
    groups: [LOGIN_FIRST],
    besides: [only(['contact-code', 'passkey'], ['wallet'])],
    asks: 'authenticator',
  },
  // No passkey alone vouches for another one, nor for its own end. Where it is all that there is beside the login, it is
  // asked for with it: whoever knows the password alone would else put a passkey of their own in its place.
  'api-key': { groups: [CODE_FIRST], besides: [] },
  passkey: { groups: [LOGIN_FIRST], besides: [only(['authenticator'], ['contact-code'], ['passkey'], ['wallet'])] },
};

const HOLDS: Partial<Record<ProofAct, Hold['reason']>> = {
  contact: 'contact',
  'fund-password': 'fund-password',
  'fund-password-reset': 'fund-password',
  'login-password': 'password',
  authenticator: 'authenticator',
  passkey: 'passkey',
};

/** Why withdrawals wait after an act; `null`: they do not. */
export function holdAfter(act: ProofAct): Hold['reason'] | null {
  return HOLDS[act] ?? null;
}

/** Whether a code will do that was sent without saying for what. */
export function takesPlainCode(act: ProofAct, has: ReadonlySet<ProofKind>): boolean {
  // The fund password is asked for beside it, and the target stands in the book.
  return act === 'withdrawal' || (RULES[act].plain === 'code' && isPlain(has));
}

/** Whether it will do, in the place of the login password, that the session was begun with it a moment ago. */
export function takesRecentLogin(act: ProofAct, has: ReadonlySet<ProofKind>): boolean {
  return RULES[act].plain === 'login' && isPlain(has);
}

/** Whoever has one of these has chosen to be asked for it, and has a client that does. */
function isPlain(has: ReadonlySet<ProofKind>): boolean {
  return !has.has('authenticator') && !has.has('passkey');
}

/** What an act needs of a user who has these; `null`: it cannot be done with what there is. */
export function neededProofs(act: ProofAct, has: ReadonlySet<ProofKind>): ProofKind[][] | null {
  const { groups, besides, asks } = RULES[act];
  const needed = groups.map((group) => tierOf(group, has));
  if (needed.some((tier) => tier === null)) return null;
  const isAsked = asks !== undefined && has.has(asks);
  const more = isAsked ? [] : besides.map((group) => tierOf(group, has));
  return [...needed, ...more].filter((tier) => tier !== null);
}

/**
 * What of it a page offers. The login is enough for a fund password, for clients that have no field for more; it would then be
 * good for no trade with others.
 */
export function offeredProofs(act: ProofAct, needed: ProofKind[][]): ProofKind[][] {
  if (act !== 'fund-password') return needed;
  // A passkey is not at hand in every browser: beside it alone the login stays.
  const hasMore = (group: ProofKind[]) => group.some((kind) => kind !== 'login-password' && kind !== 'passkey');
  return needed.map((group) => (hasMore(group) ? group.filter((kind) => kind !== 'login-password') : group));
}

function tierOf(group: Group, has: ReadonlySet<ProofKind>): ProofKind[] | null {
  const tiers = group.tiers.map((tier) => tier.filter((kind) => has.has(kind)));
  const passkey: ProofKind[] = group.orPasskey && has.has('passkey') ? ['passkey'] : [];
  const counting = [...passkey, ...(tiers.find((tier) => tier.length > 0) ?? [])];
  return counting.length > 0 ? counting : null;
}
