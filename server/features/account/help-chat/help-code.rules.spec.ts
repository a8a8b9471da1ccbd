import { randomBytes } from 'node:crypto';
import { helpCode, readHelpCode } from './help-code.rules.js';

describe('the code of a line', () => {
  it('is read as it was made, however it is typed', () => {
    for (let count = 0; count < 200; count += 1) {
      const code = helpCode(randomBytes(8));
      expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{8}$/);
      expect(readHelpCode(` ${code.slice(0, 4).toLowerCase()}-${code.slice(4)} `)).toBe(code);
      expect(readHelpCode(code.replaceAll('0', 'o').replaceAll('1', 'l'))).toBe(code);
    }
  });

  it.each(['', 'ABCD', 'ABCDEFGHJ', 'ABCD EFGU', '密码密码密码密码', '%'])('is not %j', (typed) => {
    expect(readHelpCode(typed)).toBeNull();
  });
});
