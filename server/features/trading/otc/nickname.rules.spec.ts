import { describe, expect, it } from '@jest/globals';
import { nicknameKey } from './nickname.rules.js';

describe('a merchant’s name', () => {
  it.each([
    ['River 7', 'river7'],
    ['river-7', 'river7'],
    ['Straße_9', 'straße9'],
    ['长江7', '长江7'],
    ['Ciudad Minera', 'ciudadminera'],
    ['Ciudad-Minera', 'ciudadminera'],
    ['Grupo Ficial Norte', 'grupoficialnorte'],
    ['성공 식당', '성공식당'],
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
    'Best Support',
    'MySup-port',
    'My ad-mins',
    'a d m i n 7',
    'xs-t-a-f-fx',
    '我是客 服务',
    '운 영 7',
  ])('%s sounds like the house’s, and is none', (name) => {
    expect(nicknameKey(name)).toBeNull();
  });

  it.each(['', 'a', ' River', 'River!', 'Ｒiver', 'Riѵer'])('%j is none', (name) => {
    expect(nicknameKey(name)).toBeNull();
  });
});
