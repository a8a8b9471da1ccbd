import { describe, expect, it } from '@jest/globals';
import { nicknameKey } from './nickname.rules.js';

describe('a merchant’s name', () => {
  it.each([
    ['River 7', 'river7'],
    ['river-7', 'river7'],
    ['Straße_9', 'straße9'],
    ['长江7', '长江7'],
  ])('%s is compared as %s', (name, key) => {
    expect(nicknameKey(name)).toBe(key);
  });

  it.each([
    'Support',
    'Sup port',
    'Off-icial',
    'ad_min',
    'S-T-A-F-F',
    'Help by plat form',
    '客 服',
    '官-方',
    'サポ_ート',
    '고객 센터',
  ])('%s sounds like the house’s, and is none', (name) => {
    expect(nicknameKey(name)).toBeNull();
  });

  it.each(['', 'a', ' River', 'River!', 'Ｒiver', 'Riѵer'])('%j is none', (name) => {
    expect(nicknameKey(name)).toBeNull();
  });
});
