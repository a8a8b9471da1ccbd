/** The house's rules on who may import whom, by file name, so that a new feature needs one word in one list. */
/**
 * The streets of the features, and in each its features, from the bottom up: one may import another only through its
 * index.ts and only downwards. A feature that is not listed fails the check.
 */
const STREETS = {
  account: [
    'users',
    'notices',
    'event-centre',
    'codes',
    'sessions',
    'notifications',
    'preferences',
    'security',
    'login',
    'profile',
    'wallet-login',
    'passkeys',
    'api-keys',
    'uploads',
    'rooms',
    'news',
    'help-chat',
    'complaints',
    'verification',
    'account-state',
  ],
  markets: [
    'session-calendars',
    'market-board',
    'exchange-rates',
    'listing',
    'quotations',
    'candle-series',
    'candles',
    'candle-import',
    'tape',
    'prices',
    'price-feed',
    'stocks',
  ],
  wallet: [
    'ledger',
    'exports',
    'balances',
    'own-limits',
    'profit',
    'taxes',
    'demo',
    'chain-watch',
    'deposits',
    'address-book',
    'withdrawals',
  ],
  trading: [
    'taken-depth',
    'spot',
    'option-settlement',
    'options',
    'futures',
    'futures-index',
    'futures-orders',
    'lever',
    'futures-triggers',
    'funding',
    'break-orders',
    'price-alerts',
    'liquidation',
    'losing-accounts',
    'trust',
    'subscription',
    'otc',
    'ieo',
    'referral',
  ],
  operations: [
    'audit',
    'operators',
    'review',
    'newsroom',
    'help-desk',
    'complaints-desk',
    'subscriptions',
    'ieo-desk',
    'otc-desk',
    'referral-desk',
    'reference-desk',
    'records',
    'product-state',
    'doctor',
    'administration',
  ],
};
const ORDER = Object.entries(STREETS).flatMap(([street, features]) =>
  features.map((feature) => `${street}/${feature}`),
);
const STREETS_UP = Object.keys(STREETS);

const upwards = ORDER.slice(0, -1).map((feature, index) => ({
  name: `no-upwards-from-${feature.replace('/', '-')}`,
  severity: 'error',
  from: { path: `^server/features/${feature}/`, pathNot: '\\.spec\\.ts$' },
  to: { path: `^server/features/(${ORDER.slice(index + 1).join('|')})/` },
}));

/** The client's features stand in the same streets; inside a street they may import each other's index.ts. */
const upwardsOnTheClient = STREETS_UP.slice(0, -1).map((street, index) => ({
  name: `no-upwards-on-the-client-from-${street}`,
  severity: 'error',
  from: { path: `^client/features/${street}/` },
  to: { path: `^client/features/(${STREETS_UP.slice(index + 1).join('|')})/` },
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
      from: { path: '^server/features/([^/]+/[^/]+)/', pathNot: '\\.spec\\.ts$' },
      to: { path: '^server/features/([^/]+/[^/]+)/', pathNot: ['^server/features/$1/', '/index\\.ts$'] },
    },
    ...upwards,
    ...upwardsOnTheClient,
    {
      name: 'features-stand-in-streets',
      severity: 'error',
      comment: 'A new feature is one word in its street above.',
      from: { path: '^server/features/', pathNot: `^server/features/(${ORDER.join('|')})/` },
      to: {},
    },
    {
      name: 'client-features-stand-in-streets',
      severity: 'error',
      from: { path: '^client/features/', pathNot: `^client/features/(${STREETS_UP.join('|')})/[^/]+/` },
      to: {},
    },
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
      to: { path: 'node_modules/(typeorm|pg|@nestjs/typeorm)/' },
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
      from: { path: '^client/features/([^/]+/[^/]+)/' },
      to: { path: ['^client/pages/', '^client/features/(?!$1/)[^/]+/[^/]+/(?!index\\.ts)'] },
    },
    {
      name: 'client-frame-at-the-top',
      severity: 'error',
      comment: 'The router and the shell know the pages; nothing knows them.',
      from: { path: '^client/(languages|platform|ui|features|pages|ops)/' },
      to: { path: '^client/app/' },
    },
    {
      name: 'words-know-nobody',
      severity: 'error',
      from: { path: '^client/languages/', pathNot: '\\.spec\\.ts$' },
      to: { path: '^client/(platform|ui|features|pages)/' },
    },
    {
      name: 'desk-apart',
      severity: 'error',
      comment: "The operators' desk is fetched by its route alone; types of its words are none of its code.",
      from: { path: '^client/', pathNot: ['^client/ops/', '^client/test/', '^client/app/routes\\.tsx$'] },
      to: { path: '^client/ops/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'desk-uses-no-page-of-users',
      severity: 'error',
      from: { path: '^client/ops/' },
      to: { path: '^client/(features|pages)/' },
    },
    {
      name: 'no-orphans',
      severity: 'warn',
      from: {
        orphan: true,
        pathNot: [
          '^server/healthcheck\\.ts$',
          '\\.d\\.ts$',
          '\\.spec\\.tsx?$',
          '^(server|client)/test/',
          // Browsers fetch these as they are.
          '^client/public/',
        ],
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
