import * as fc from 'fast-check';
import { MASK, maskSecrets } from './help-secrets.rules.js';

describe('what looks like a password or a code is masked', () => {
  it.each([
    ['my password is hunter2!', `my password is ${MASK}`],
    ['Password: letmein', `Password: ${MASK}`],
    ['pwd=abcd1234 thanks', `pwd=${MASK} thanks`],
    ['the code is 482913', `the code is ${MASK}`],
    ['482913', MASK],
    ['482 913', MASK],
    ['验证码482913谢谢', `验证码${MASK}谢谢`],
    ['４８２９１３', MASK],
    ['fund password 582913', `fund password ${MASK}`],
    ['我的密码是abc12345', `我的密码是${MASK}`],
    ['验证码：123456', `验证码：${MASK}`],
    ['パスワードはhana2026です', `パスワードは${MASK}`],
    ['비밀번호는 qwer1234', `비밀번호는 ${MASK}`],
    ['contraseña: secreto', `contraseña: ${MASK}`],
    ['รหัสผ่าน: abcdef', `รหัสผ่าน: ${MASK}`],
    ['private key: 0xabcdef0123456789', `private key: ${MASK}`],
    ['abandon ability able about above absent absorb abstract absurd abuse access accident', MASK],
    // Where words are not parted by blanks.
    ['我的密码abc12345', `我的密码${MASK}`],
    ['验证码1234', `验证码${MASK}`],
    ['密码就是qwe123', `密码就是${MASK}`],
    ['パスワードabc123', `パスワード${MASK}`],
    ['비번 qwer1234', `비번 ${MASK}`],
    ['비밀번호qwer1234', `비밀번호${MASK}`],
    ['รหัสผ่านabcd1234', `รหัสผ่าน${MASK}`],
    ['contrasena hola1234', `contrasena ${MASK}`],
    // The other way round.
    ['hunter2! is my password', `${MASK} is my password`],
    ['abc12345是我的密码', `${MASK}是我的密码`],
    ['password - hunter2', `password - ${MASK}`],
    // Other digits, and each by itself.
    ['٤٨٢٩١٣', MASK],
    ['๔๘๒๙๑๓', MASK],
    ['４８２　９１３', MASK],
    ['4 8 2 9 1 3', MASK],
    ['4-8-2-9-1-3', MASK],
    ['482\u00A0913', MASK],
    ['4\u200B8\u200B2\u200B9\u200B1\u200B3', MASK],
    ['G-482913', MASK],
    // As wallets print them.
    [
      '1. abandon 2. ability 3. able 4. about 5. above 6. absent 7. absorb 8. abstract 9. absurd 10. abuse 11. access 12. acid',
      MASK,
    ],
    ['Abandon\nAbility\nAble\nAbout\nAbove\nAbsent\nAbsorb\nAbstract\nAbsurd\nAbuse\nAccess\nAccident', MASK],
  ])('%s', (text, masked) => {
    expect(maskSecrets(text)).toEqual({ text: masked, isMasked: true });
  });

  it.each([
    'I forgot my password',
    'The password is wrong',
    'How do I reset my password?',
    'I got no code by e-mail',
    '我忘记密码了',
    '没有收到验证码',
    'Withdrawal of 100000 USDT is missing',
    'It was 123456.78',
    'Order 1234567 is stuck',
    'Sent 100000USDT',
    'hash 5f16f4c7f149ac4f9510d9cf8cf384038ad348b3bcdc01915f95de12df9d1b02',
    '0x52908400098527886E0F7030069857D2E4169EE7',
    '密码输入3次都错',
    'Phone 138 1234 5678',
    '2026-11-25 10:30',
    '1 234 567',
    '100 000 USDT',
    'I tried steps 1, 2 and 3',
    'It has been like this for two days now and I do not know what to do about it.',
    '',
  ])('and this is not: %s', (text) => {
    expect(maskSecrets(text)).toEqual({ text, isMasked: false });
  });

  it('once is enough, whatever the text', () => {
    const parts = ['password', ' is ', ': ', '482913', ' ', '密码', '是', 'abc1', MASK, '\n', 'code', '12-34-56', '.'];
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.constantFrom(...parts), fc.string()), { maxLength: 12 }), (chosen) => {
        const { text } = maskSecrets(chosen.join(''));
        expect(maskSecrets(text).text).toBe(text);
      }),
      { numRuns: 500 },
    );
  });

  it('is quick with a text made to be slow', () => {
    for (const part of [
      'password ',
      'abc ',
      '1 ',
      '密码是',
      'pass word: ',
      'abcd',
      '1 a ',
      '12. abc ',
      '!!!!是',
      '4 8-',
      '1\u200B',
    ]) {
      const text = part.repeat(2000).slice(0, 2000);
      expect(maskSecrets(text).text.length).toBeGreaterThan(0);
    }
  });
});
