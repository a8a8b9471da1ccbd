import { type PartState, SERVICE_PARTS, type ServicePart } from '../../../contract/rules/service-status.rules.js';

/** A part of the readiness, as a process has it. */
export interface SeenPart {
  state: 'ok' | 'degraded' | 'down';
  detail?: Record<string, string | number | boolean | null>;
}
type Seen = Readonly<Record<string, SeenPart>>;

const CHAINS = ['evm-node', 'tron-node'];
const WORST: readonly PartState[] = ['up', 'degraded', 'down'];
const worst = (...states: PartState[]): PartState =>
  states.reduce((bad, state) => (WORST.indexOf(state) > WORST.indexOf(bad) ? state : bad), 'up');

/** What the parts of the readiness, as a worker sees them, are for users. */
export function judgeParts(seen: Seen): Record<ServicePart, PartState> {
  const prices = pricesState(seen);
  const money = moneyState(seen);
  const chains = chainsState(seen);
  const codes = late(seen, 'mail', 'sms');
  const trading = worst(prices, money);
  const states: Record<ServicePart, PartState> = {
    prices,
    spot: trading,
    contracts: worst(trading, late(seen, 'margins')),
    options: trading,
    deposits: worst(chains, late(seen, 'queue')),
    withdrawals: worst(money, chains, codes),
    login: codes,
    notices: worst(late(seen, 'outbox', 'queue', 'redis'), codes),
  };
  // In the order in which they are shown.
  return Object.fromEntries(SERVICE_PARTS.map((part) => [part, states[part]])) as Record<ServicePart, PartState>;
}

/** By the tape, which all trading goes by, and by how many of the open markets have a price. */
function pricesState(seen: Seen): PartState {
  if (isIll(seen.tape)) return 'down';
  const { live, stale } = seen.markets?.detail ?? {};
  if (live === 0 && Number(stale) > 0) return 'down';
  return late(seen, 'markets');
}

/** In cancel-only nothing new begins and nothing is paid out. */
function moneyState(seen: Seen): PartState {
  const part = seen['cancel-only'];
  return part?.state === 'down' || (part?.detail !== undefined && part.detail.real !== 'open') ? 'down' : 'up';
}

/** Chains whose nodes are left alone; one that is not watched here is none. */
function chainsState(seen: Seen): PartState {
  const watched = CHAINS.flatMap((name) => seen[name] ?? []);
  const ill = watched.filter(isIll);
  if (ill.length === 0) return 'up';
  return ill.length === watched.length ? 'down' : 'degraded';
}

const isIll = (part: SeenPart | undefined): boolean => part !== undefined && part.state !== 'ok';
const late = (seen: Seen, ...names: string[]): PartState =>
  names.some((name) => isIll(seen[name])) ? 'degraded' : 'up';
