import { zoneNamed } from './time-zone.rules.js';

it.each([
  ['Asia/Tokyo', 'Asia/Tokyo'],
  ['asia/TOKYO', 'Asia/Tokyo'],
  ['UTC', 'UTC'],
  ['utc', 'UTC'],
  ['Etc/UTC', 'Etc/UTC'],
  // As a device of today says it, whatever the runtime's own name is.
  ['Asia/Kolkata', 'Asia/Kolkata'],
  ['aSiA/kOlKaTa', 'Asia/Kolkata'],
  ['Europe/Kyiv', 'Europe/Kyiv'],
  ['America/Argentina/Buenos_Aires', 'America/Argentina/Buenos_Aires'],
  ['AMERICA/ARGENTINA/BUENOS_AIRES', 'America/Argentina/Buenos_Aires'],
  // Listed nowhere: by the name that the runtime has for it.
  ['etc/gmt+5', 'Etc/GMT+5'],
])('%s is %s', (text, name) => {
  expect(zoneNamed(text)).toBe(name);
});

it.each(['Us/PaCiFiC', 'us/pacific', 'US/Pacific'])('%s is the same zone in every spelling', (text) => {
  expect(zoneNamed(text)).toBe(zoneNamed('US/PACIFIC'));
  expect(zoneNamed(text)).not.toBeNull();
});

it.each(['', 'Mars/Olympus', 'Asia/Tokyo; drop', '../../etc/passwd', 'UTC\u0000', '+05:30', 'Z', ' UTC', 'local'])(
  '%j is none',
  (text) => {
    expect(zoneNamed(text)).toBeNull();
  },
);

it('of whatever it answers it answers the same', () => {
  for (const name of Intl.supportedValuesOf('timeZone')) {
    expect(zoneNamed(name)).toBe(name);
    expect(zoneNamed(name.toUpperCase())).toBe(name);
  }
});
