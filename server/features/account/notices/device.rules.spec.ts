import { deviceName } from './device.rules.js';

it('a device is named for its owner', () => {
  const safari =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Safari/604.1';
  const edge =
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/130.0.0.0 Safari/537.36 Edg/130.0.0.0';
  expect(deviceName(safari)).toBe('iPhone, Safari');
  expect(deviceName(edge)).toBe('Windows, Edge');
  expect(deviceName('')).toBe('Unknown device');
});
