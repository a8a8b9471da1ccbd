/**
 * Browser tests that `npm test` runs: a journey through each thing that people do with their money, and the layout of every
 * page. The others run in `npm run pages` (decision 123), and whenever they are named.
 */
export const EVERY_RUN = [
  'account',
  'app',
  'futures',
  'money',
  'options',
  'pages',
  'spot',
  'trust',
  'verification',
  'wallet',
];
