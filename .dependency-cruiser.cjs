/** The house's rules on who may import whom, by file name, so that a new feature needs one word in one list. */
/** Features from the bottom up: one may import another only through its index.ts and only downwards. */
const ORDER = [
  'users',
  'notices',
  'codes',
  'sessions',
  'security',
  'account',
  'wallet-login',
  'markets',
  'candles',
  'tape',
  'prices',
  'stocks',
  'news',
  'ledger',
  'audit',
  'operators',
  'uploads',
  'verification',
  'wallet',
  'demo',
  'account-state',
  'deposits',
  'address-book',
  'withdrawals',
  'spot',
  'options',
  'futures',
  'liquidation',
  'trust',
  'subscription',
  'ieo',
  'otc',
  'referral',
  'support',
  'operations',
];

const upwards = ORDER.slice(0, -1).map((feature, index) => ({
  name: `no-upwards-from-${feature}`,
  severity: 'error',
  from: { path: `^server/features/${feature}/`, pathNot: '\\.spec\\.ts$' },
  to: { path: `^server/features/(${ORDER.slice(index + 1).join('|')})/` },
}));

module.exports = {
  forbidden: [
    {
      name: 'no-cycle',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'features-through-the-front-door',
      severity: 'error',
      comment: 'One feature reaches another only through its index.ts.',
      from: { path: '^server/features/([^/]+)/', pathNot: '\\.spec\\.ts$' },
      to: { path: '^server/features/([^/]+)/', pathNot: ['^server/features/$1/', '/index\\.ts$'] },
    },
    ...upwards,
    {
      name: 'rules-are-pure',
      severity: 'error',
      from: { path: '\\.rules\\.ts$' },
      to: {
        path: [
          '^server/platform/',
          '\\.(store|entity|controller|module|jobs|channels)\\.ts$',
          '^node:',
          '^@nestjs',
          'typeorm',
        ],
      },
    },
    {
      name: 'contract-knows-nobody',
      severity: 'error',
      from: { path: '^server/contract/' },
      to: { path: ['^server/(features|platform|database)/', '^client/', 'typeorm', '@nestjs/(common|core|typeorm)'] },
    },
    {
      name: 'platform-knows-no-feature',
      severity: 'error',
      from: { path: '^server/platform/', pathNot: '\\.spec\\.ts$' },
      to: { path: '^server/features/' },
    },
    {
      name: 'sql-only-in-stores',
      severity: 'error',
      from: { path: '^server/features/', pathNot: '\\.(store|entity|spec)\\.ts$' },
      to: { path: 'node_modules/(typeorm|pg)/' },
    },
    {
      name: 'controllers-do-not-store',
      severity: 'error',
      from: { path: '\\.(controller|jobs)\\.ts$' },
      to: { path: '\\.(store|entity)\\.ts$' },
    },
    {
      name: 'client-sees-only-the-contract',
      severity: 'error',
      from: { path: '^client/', pathNot: '^client/test/' },
      to: { path: '^server/(?!contract/)' },
    },
    {
      name: 'client-ui-fetches-nothing',
      severity: 'error',
      from: { path: '^client/ui/' },
      to: { path: '^client/(platform/(api|socket|use-channel)|features|pages)' },
    },
    {
      name: 'client-features-apart',
      severity: 'error',
      from: { path: '^client/features/([^/]+)/' },
      to: { path: ['^client/pages/', '^client/features/(?!$1/)[^/]+/(?!index\\.ts)'] },
    },
    {
      name: 'no-orphans',
      severity: 'warn',
      from: {
        orphan: true,
        pathNot: ['^server/healthcheck\\.ts$', '\\.d\\.ts$', '\\.spec\\.tsx?$', '^(server|client)/test/'],
      },
      to: {},
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|\\.data)/' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
  },
};
