import { SetMetadata } from '@nestjs/common';
import type { Configuration } from '../../config/config.js';

/** So many calls at once, and as many again over so many seconds. */
export interface RateRule {
  calls: number;
  seconds: number;
}

/**
 * How often a session of a user may call what. Every route belongs to one class and every class has its own bucket, so that a user
 * who opens positions as fast as possible still closes and cancels at once.
 */
export const RATE_RULES = {
  /** Looking. */
  read: { calls: 20, seconds: 1 },
  /** Adding up what may be thousands of rows. */
  report: { calls: 5, seconds: 5 },
  /** Reading a year, and writing a file of it. */
  heavy: { calls: 6, seconds: 60 },
  /** Whatever says nothing else and is no reading. */
  command: { calls: 20, seconds: 1 },
  /** Taking a risk: orders, purchases. */
  open: { calls: 10, seconds: 1 },
  /** Letting go of it: closing, reducing, cancelling, adding margin, stops. */
  close: { calls: 10, seconds: 1 },
  /** Money in, out and between accounts. */
  money: { calls: 10, seconds: 120 },
  /** Logging in, registering, changing what protects an account. */
  auth: { calls: 5, seconds: 300 },
  /** Protecting oneself, of which word goes out: limits of one's own, a sub-account that is frozen. All at once, and then seldom. */
  protect: { calls: 30, seconds: 900 },
  /** Having a code sent. */
  code: { calls: 10, seconds: 3600 },
  /** Handing in a photo, counted before any of it has come: as many as are kept in an hour, all at once, and then one every 3 minutes. */
  upload: { calls: 20, seconds: 3600 },
  /** Having a session looked up, before anything else of the call is known: of no route, and counted by token. */
  session: { calls: 60, seconds: 1 },
  /** Being refused what a key has signed: of no route, and counted by network. */
  refused: { calls: 30, seconds: 60 },
} as const satisfies Record<string, RateRule>;

export type RateClass = keyof typeof RATE_RULES;
export const RATE_CLASSES = Object.keys(RATE_RULES) as RateClass[];

/** Behind one address there may be a family, an office or a mobile network: guests share its buckets. */
export const ADDRESS_FACTOR = 4;

/** Signed-in users of one address share so many times what one of them may: many accounts are not many times the calls. */
export const USERS_OF_ADDRESS_FACTOR = 20;

/** All sessions of one user share so many times what one of them may: who stole one does not use up what the owner's other one has. */
export const SESSIONS_OF_USER_FACTOR = 3;

/** All keys of one user share so many times what one of them may. What the user does on the pages is counted apart. */
export const KEYS_OF_USER_FACTOR = 4;

export const RATE_CLASS = Symbol('rate-class');

/** Of a route whose calls are not equally dear: by what is asked for, as it was sent and before anybody has looked at it. */
export type RateChoice = (query: Readonly<Record<string, unknown>>) => RateClass;

/** Which class the route, or every route of the controller, belongs to. Not said: `read` for GET, `command` for others. */
export function Rate(name: RateClass | RateChoice): MethodDecorator & ClassDecorator {
  return SetMetadata<symbol, RateClass | RateChoice>(RATE_CLASS, name);
}

/** Developers and tests are many callers at one address. */
const DEVELOPMENT_FACTOR = 100;

/** The rules of a process. Strangers come in production: there they are those above unless the settings say otherwise. */
export function configuredRules({
  RATE_FACTOR,
  RATE_LIMITS,
  NODE_ENV,
}: Pick<Configuration, 'RATE_FACTOR' | 'RATE_LIMITS' | 'NODE_ENV'>): Record<RateClass, RateRule> {
  return rateRules(RATE_FACTOR ?? (NODE_ENV === 'production' ? 1 : DEVELOPMENT_FACTOR), RATE_LIMITS);
}

/**
 * The rules that apply: those above times the factor, or those of the settings, `open=50/1` for 50 calls in 1 s.
 * @throws Error for a setting that cannot be read.
 */
export function rateRules(factor: number, settings: readonly string[]): Record<RateClass, RateRule> {
  const rules = Object.fromEntries(
    RATE_CLASSES.map((name) => [name, { ...RATE_RULES[name], calls: Math.ceil(RATE_RULES[name].calls * factor) }]),
  ) as Record<RateClass, RateRule>;
  for (const setting of settings) {
    const [, name, calls, seconds] = /^([a-z]+)=([1-9][0-9]{0,8})\/([1-9][0-9]{0,5})$/.exec(setting) ?? [];
    const known = RATE_CLASSES.find((one) => one === name);
    if (known === undefined) throw new Error(`RATE_LIMITS: ${setting} is no limit of a class.`);
    rules[known] = { calls: Number(calls), seconds: Number(seconds) };
  }
  return rules;
}
