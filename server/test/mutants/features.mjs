import { filesUnder } from '../../platform/embedded/fingerprint.mjs';

/**
 * @typedef {{ folders: string[], others: string[] }} Feature its folders under `server/features`, and the specs that hold
 *   its rules beside those that stand in them, as far as they start no process of their own
 */

/** @type {Record<string, Feature>} */
export const FEATURES = {
  ledger: {
    folders: ['wallet/ledger'],
    others: ['server/test/journeys/ledger.spec.ts', 'server/test/journeys/quarantine.spec.ts'],
  },
  withdrawals: {
    folders: ['wallet/withdrawals'],
    others: ['server/features/operations/administration/day-caps.spec.ts', 'server/test/journeys/wallet.spec.ts'],
  },
  'option-settlement': {
    folders: ['trading/option-settlement'],
    others: [
      'server/contract/rules/option-settlement.parity.spec.ts',
      'server/features/trading/options',
      'server/database/order-guards.spec.ts',
      'server/test/journeys/options.spec.ts',
    ],
  },
  referral: {
    folders: ['trading/referral'],
    others: [
      'server/contract/rules/referral.parity.spec.ts',
      'server/features/operations/referral-desk',
      'server/test/journeys/referral.spec.ts',
    ],
  },
  trust: {
    folders: ['trading/trust'],
    others: ['server/contract/rules/trust.parity.spec.ts', 'server/test/journeys/trust.spec.ts'],
  },
  futures: {
    folders: ['trading/futures', 'trading/futures-orders', 'trading/futures-triggers'],
    others: [
      'server/contract/rules/liquidation-price.parity.spec.ts',
      'server/contract/rules/margin.parity.spec.ts',
      'server/database/order-guards.spec.ts',
      'server/features/trading/funding',
      'server/features/trading/liquidation',
      'server/test/journeys/futures.spec.ts',
    ],
  },
  funding: {
    folders: ['trading/funding'],
    others: [
      'server/contract/rules/funding.parity.spec.ts',
      'server/features/trading/liquidation/funding-race.spec.ts',
    ],
  },
  liquidation: {
    folders: ['trading/liquidation'],
    others: [
      'server/contract/rules/liquidation-price.parity.spec.ts',
      'server/contract/rules/margin.parity.spec.ts',
      'server/features/trading/futures-orders',
      'server/test/journeys/futures.spec.ts',
    ],
  },
};

/** Neither rules nor statements of SQL: doors, wiring, and queries that only look (they have tests of their own). */
const LEFT_OUT = /\.(spec|controller|module|d)\.ts$|\/index\.ts$|-invariants\.ts$/;

/**
 * The files of a feature that are changed, and the specs that should notice.
 * @param {string} root
 * @param {Feature} feature
 */
export function filesOf(root, { folders, others }) {
  const own = folders.flatMap((folder) => filesUnder(root, `server/features/${folder}`));
  const beside = others.flatMap((place) => (place.endsWith('.ts') ? [place] : filesUnder(root, place)));
  return {
    sources: own.filter((path) => path.endsWith('.sql') || (path.endsWith('.ts') && !LEFT_OUT.test(path))),
    specs: [...own, ...beside].filter((path) => path.endsWith('.spec.ts')),
  };
}
