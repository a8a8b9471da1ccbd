import { LANGUAGES } from '../../../../server/contract/errors';
import { loadWords } from '../../../languages';
import { judgeAccount, judgeSwift } from './bank-card-rules';
import {
  judgeCode,
  judgeEmail,
  judgeNewPassword,
  judgePhone,
  judgePin,
  judgeRepeated,
  judgeResetCode,
  judgeUsername,
  passwordLengths,
} from './form-rules';
import { readWireTime } from './wire-time';

describe('the rules of the forms', () => {
  it.each([
    [judgeEmail('a@b.co'), null],
    [judgeEmail(' a@b.co '), null],
    [judgeEmail(''), 'required'],
    [judgeEmail('a@b'), 'email'],
    [judgeEmail('a b@c.de'), 'email'],
    [judgePhone('138 0013-8000'), null],
    [judgePhone('(030) 123456'), null],
    [judgePhone('12a4567'), 'phone'],
    [judgeUsername('张三丰'), null],
    [judgeUsername('3abc'), 'username'],
    [judgeUsername('ab'), 'username'],
    [judgeCode('123456'), null],
    [judgeCode('12345'), 'code'],
    [judgeCode('12345678901234'), 'code'],
    [judgeResetCode('123456'), null],
    [judgeResetCode('12345678901234'), null],
    [judgeResetCode('1234567'), 'code'],
    [judgeResetCode(''), 'required'],
    [judgeNewPassword('12345', 6), 'length'],
    [judgeNewPassword('😀😀😀😀😀😀', 6), null],
    [judgeRepeated('a', 'b'), 'differ'],
    [judgePin('12345'), 'pin'],
    [judgePin('١٢٣٤٥٦'), 'pin'],
    [judgeAccount('6222 0202 0011 2233', 'domestic'), null],
    [judgeAccount('DE89 3704 0044 0532 0130 00', 'international'), null],
    [judgeAccount('DE89 3704 0044 0532 0130 00', 'domestic'), 'cardNumber'],
    [judgeSwift('DEUTDEFF'), null],
    [judgeSwift('deutdeff500'), null],
    [judgeSwift('021000021'), null],
    [judgeSwift('DEUT'), 'swift'],
  ])('%#: says %j, expected %j', (verdict, expected) => {
    expect(verdict).toBe(expected);
  });

  it('reads the times of the wire as UTC', () => {
    expect(readWireTime('2026-11-20 11:53:26')).toBe(Date.UTC(2026, 10, 20, 11, 53, 26));
    expect(readWireTime('yesterday')).toBeNull();
  });
});

it.each([
  [6, 8],
  [8, 10],
  [12, 14],
])('where %s signs are the least for a password, %s are recommended', (count, better) => {
  expect(passwordLengths(count)).toEqual({ count, better });
});

it.each(LANGUAGES)('who chooses a password reads what is the least and what is better (%s)', async (language) => {
  const help = (await loadWords(language)).form.passwordHelp;
  expect([help.includes('{{count}}'), help.includes('{{better}}')]).toEqual([true, true]);
});
