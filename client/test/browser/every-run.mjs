/**
 * Browser tests that `npm test` runs: one journey through each thing that people do with their money, the desk, every page's
 * layout, and what strangers try. The others run in `npm run pages` (decision 123), and whenever they are named.
 */
export const EVERY_RUN = [
  'account',
  'app',
  'desk',
  'futures',
  'money',
  'options',
  'pages',
  'spot',
  'strangers',
  'trust',
  'verification',
  'wallet',
];
