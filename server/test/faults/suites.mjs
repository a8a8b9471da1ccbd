/** What each suite is sized by, with its full length, and where it is when not beside this file under its name. */
export const SUITES = /** @type {Record<string, { sizes: Record<string, string>, spec?: string | string[] }>} */ ({
  races: {
    sizes: { pairs: '200' },
    spec: String.raw`server/test/faults/(races|lock-races|deleverage-races)\.spec\.ts`,
  },
  duplicates: { sizes: { count: '10000' } },
  kills: { sizes: { kills: '50' } },
  fuzz: { sizes: { requests: '20000' } },
  faults: {
    sizes: { kills: '50', flushes: '10', stops: '10', minutes: '240' },
    spec: 'server/test/faults/workers.spec.ts',
  },
  failover: { sizes: { failovers: '20', minutes: '240' }, spec: 'server/test/faults/workers.spec.ts' },
  'restore-drill': { sizes: { seconds: '60' } },
  'redis-failover': { sizes: { failovers: '10' } },
  'cluster-failover': { sizes: { failovers: '10' } },
  blackhole: {
    sizes: { holes: '20', seconds: '60' },
    spec: String.raw`server/test/faults/(redis-)?blackhole\.spec\.ts`,
  },
  clocks: { sizes: { rounds: '5', seconds: '15' } },
  'bad-ticks': {
    sizes: { ticks: '100000' },
    spec: ['bad-ticks', 'near-lies', 'tick-lies'].map((name) => `server/test/faults/${name}.spec.ts`),
  },
  rebates: { sizes: { pairs: '200', kills: '50' } },
  allotments: { sizes: { kills: '50' } },
  'trading-model': { sizes: { runs: '200' }, spec: 'server/test/journeys/trading.model.spec.ts' },
  balancer: { sizes: { sockets: '2000' }, spec: 'server/test/balancer/balancer.spec.ts' },
  rolling: { sizes: { rounds: '20', sockets: '2000' }, spec: 'server/test/balancer/rolling.spec.ts' },
  pooler: { sizes: { commands: '2000' }, spec: 'server/test/pooler/pooler.spec.ts' },
  'old-build': { sizes: { seconds: '60' } },
  growth: { sizes: { users: '60', rounds: '3' }, spec: 'server/test/growth/growth.spec.ts' },
  soak: { sizes: { minutes: '60', sockets: '1000', lanes: '40' }, spec: String.raw`server/test/soak/soak\.spec\.ts` },
  'mutate-books': { sizes: {} },
  journeys: { sizes: {}, spec: String.raw`server/test/(journeys|old-clients)/.*\.spec\.ts` },
  'crash-windows': { sizes: {}, spec: 'server/test/journeys/crash-windows.spec.ts' },
});
