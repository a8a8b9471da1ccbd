/**
 * The worked example of the page for authors of programs. Its hash and signatures were computed with OpenSSL; a test computes them
 * again, and nothing of it opens anything.
 */
export const SIGNING_EXAMPLE = {
  timestamp: '1763890000000',
  key: 'Xk3vT9mQ2pLr8sWc5bNz7hYd',
  secret: 'this-is-an-example-and-no-secret-0123456789',
  window: '5000',
  verb: 'POST',
  path: '/api/coin/trade',
  idempotencyKey: 'bot-7-000042',
  body: '{"legal_id":"3","currency_id":"1","type":"1","amount":"0.001","account_type":"simulation_account"}',
  bodyHash: 'b0d14e50d613ce2316663e183879a2d86e6b3f656fbdba170bd7eae7965659dc',
  signature: 'e228bba2f60627182887202db8a8e2a3e02c662a22812dc03fecd3b88dec442c',
} as const;

/** The same text under the Ed25519 key of RFC 8032, 7.1, test 1. */
export const ED25519_EXAMPLE = {
  publicKey: '11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=',
  signature: 'Txh/J2OntfEWJWJg122zZNwTmDWKi6L0eGMjS5izpq3VgCWMHZaCEGmzowihsOMYozzP3hNW4XcBvx89JdajDQ==',
} as const;
