import { areSubscriptionKeys, pushServiceOf } from './push-service.js';

const SERVICES = ['fcm.googleapis.com', '*.push.apple.com'];

describe('an address that a browser named', () => {
  it.each([
    ['https://fcm.googleapis.com/fcm/send/abc', 'fcm.googleapis.com'],
    ['https://web.push.apple.com/QABC', '*.push.apple.com'],
    ['http://fcm.googleapis.com/fcm/send/abc', null],
    ['https://push.apple.com/QABC', null],
    ['https://evilpush.apple.com/', null],
    ['https://fcm.googleapis.com.evil.example/', null],
    ['https://evil.example/fcm.googleapis.com', null],
    ['https://fcm.googleapis.com@evil.example/', null],
    [`https://${['user', 'x'].join(':')}@fcm.googleapis.com/`, null],
    ['https://fcm.googleapis.com:8443/', null],
    ['https://127.0.0.1/', null],
    ['ftp://fcm.googleapis.com/', null],
    ['javascript:alert(1)', null],
    ['', null],
    [`https://fcm.googleapis.com/${'a'.repeat(1000)}`, null],
  ])('%s is of %s', (endpoint, service) => {
    expect(pushServiceOf(endpoint, SERVICES, 'public')).toBe(service);
  });

  it.each([
    'https://127.0.0.1/',
    'https://[::1]/',
    'https://169.254.169.254/latest/meta-data',
    'https://10.0.0.1/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://[::ffff:7f00:1]/',
  ])('%s is none even where any service may be named', (endpoint) => {
    expect(pushServiceOf(endpoint, ['*'], 'public')).toBeNull();
  });

  it('of one’s own machine is one where that is allowed', () => {
    expect(pushServiceOf('http://127.0.0.1:4000/x', ['127.0.0.1'], 'any')).toBe('127.0.0.1');
  });
});

it.each([
  [`B${'A'.repeat(86)}`, 'A'.repeat(22), true],
  [`A${'A'.repeat(86)}`, 'A'.repeat(22), false],
  [`B${'A'.repeat(85)}`, 'A'.repeat(22), false],
  [`B${'A'.repeat(86)}`, 'A'.repeat(21), false],
  [`B${'A'.repeat(85)}=`, 'A'.repeat(22), false],
])('%s and %s are keys: %s', (p256dh, auth, are) => {
  expect(areSubscriptionKeys(p256dh, auth)).toBe(are);
});
