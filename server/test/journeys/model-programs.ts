import * as fc from 'fast-check';
import { type ApiKeyScope, API_KEY_KINDS, API_KEY_SCOPES } from '../../contract/rules/api-keys.rules.js';
import { TIMES_IN_FORCE, type TimeInForce } from '../../contract/rules/spot-time.rules.js';

/** What is sent with an API key; thousandths of the first price. `isOther`: with money that is not the key's. */
export type SignedCommand =
  | { call: 'spot'; sells: boolean; size: number; limit: number; time: TimeInForce; isOther: boolean }
  | { call: 'stop'; size: number; trigger: number; isOther: boolean }
  | { call: 'option'; fall: boolean; stake: number; isOther: boolean }
  | { call: 'contract'; short: boolean; lots: number; leverage: number; isOther: boolean }
  | { call: 'cancel'; order: number }
  | { call: 'read'; isOther: boolean };

/**
 * How it is sent: once; twice at the same moment; again under the client's own key, the last time with another amount; after its window;
 * with a signature by another secret.
 */
const WAYS = ['once', 'twice', 'again', 'late', 'forged'] as const;

/** What owners of programs do with their keys, and what the programs do by them. */
export type ProgramStep =
  | { do: 'makeKey'; kind: (typeof API_KEY_KINDS)[number]; scopes: readonly ApiKeyScope[]; demo: boolean }
  | { do: 'endKey'; which: number; order: Extract<SignedCommand, { call: 'spot' }> }
  | { do: 'logOut' | 'newPassword' }
  | { do: 'signed'; which: number; way: (typeof WAYS)[number]; command: SignedCommand }
  | { do: 'signedWhileDying'; which: number; afterMs: number; order: Extract<SignedCommand, { call: 'spot' }> };

const which = fc.nat(20);
const isOther = fc.integer({ min: 0, max: 7 }).map((drawn) => drawn === 7);
const spot = fc.record({
  call: fc.constant('spot' as const),
  sells: fc.boolean(),
  // The largest is more than anybody has here.
  size: fc.oneof({ weight: 5, arbitrary: fc.integer({ min: 20, max: 300 }) }, fc.constant(50_000)),
  limit: fc.integer({ min: 860, max: 1140 }),
  time: fc.constantFrom('gtc' as const, ...TIMES_IN_FORCE),
  isOther,
});
const command: fc.Arbitrary<SignedCommand> = fc.oneof(
  { weight: 6, arbitrary: spot },
  {
    weight: 1,
    arbitrary: fc.record({
      call: fc.constant('stop' as const),
      size: fc.integer({ min: 20, max: 200 }),
      trigger: fc.integer({ min: 1160, max: 1300 }),
      isOther,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      call: fc.constant('option' as const),
      fall: fc.boolean(),
      stake: fc.integer({ min: 10, max: 400 }),
      isOther,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      call: fc.constant('contract' as const),
      short: fc.boolean(),
      lots: fc.integer({ min: 1, max: 4 }),
      leverage: fc.constantFrom(5, 10),
      isOther,
    }),
  },
  { weight: 2, arbitrary: fc.record({ call: fc.constant('cancel' as const), order: which }) },
  { weight: 1, arbitrary: fc.record({ call: fc.constant('read' as const), isOther }) },
);

export const programStep: fc.Arbitrary<ProgramStep> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('makeKey' as const),
      kind: fc.constantFrom(...API_KEY_KINDS),
      scopes: fc.oneof<fc.MaybeWeightedArbitrary<readonly ApiKeyScope[]>[]>(
        { weight: 2, arbitrary: fc.constant(API_KEY_SCOPES) },
        { weight: 3, arbitrary: fc.subarray([...API_KEY_SCOPES], { minLength: 1 }) },
      ),
      demo: fc.boolean(),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('endKey' as const), which, order: spot }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('logOut' as const, 'newPassword' as const) }) },
  {
    weight: 12,
    arbitrary: fc.record({ do: fc.constant('signed' as const), which, way: fc.constantFrom(...WAYS), command }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('signedWhileDying' as const),
      which,
      afterMs: fc.integer({ min: 0, max: 20 }),
      order: spot,
    }),
  },
);

const PROGRAM_STEPS = ['makeKey', 'endKey', 'logOut', 'newPassword', 'signed', 'signedWhileDying'];
export function isProgramStep(step: { do: string }): step is ProgramStep {
  return PROGRAM_STEPS.includes(step.do);
}
