/**
 * What looks like a password or a code in a chat. The page says so while it is typed, and the server masks it before it
 * is stored; both go by this rule. It may mask too much: a sum of six digits without a unit is taken for a code.
 */
export const MASK = '••••••';

const WORDS = [
  'pass\\s?words?',
  'passcodes?',
  'pass\\s?phrases?',
  'passwd',
  'pwd',
  'pins?',
  'otp',
  '2fa',
  'totp',
  'codes?',
  'private\\s?keys?',
  'secret\\s?keys?',
  'seed\\s?phrases?',
  'mnemonic',
  'contrase[ñn]as?',
  'clave privada',
  'clave',
  'códigos?',
  'codigos?',
  'frase\\s(?:semilla|de\\srecuperación)',
];
const CHARACTERS = [
  '密码',
  '密碼',
  '口令',
  '验证码',
  '驗證碼',
  '校验码',
  '校驗碼',
  '安全码',
  '安全碼',
  '动态码',
  '動態碼',
  'PIN码',
  'PIN碼',
  '私钥',
  '私鑰',
  '助记词',
  '助記詞',
  'パスワード',
  '暗証番号',
  '認証コード',
  '確認コード',
  'コード',
  '秘密鍵',
  'シードフレーズ',
  '비밀번호',
  '비번',
  '핀번호',
  '인증번호',
  '인증 코드',
  '인증코드',
  '암호',
  '개인 키',
  '개인키',
  '시드 문구',
  '복구 문구',
  'รหัสผ่าน',
  'รหัสยืนยัน',
  'รหัส',
  'พาสเวิร์ด',
];
/** A word of the list, as a word of its own where words are parted by blanks. */
export const SECRET_WORD = `(?:(?<![\\p{L}\\p{N}])(?:${WORDS.join('|')})(?![\\p{L}\\p{N}])|(?:${CHARACTERS.join('|')}))`;
const IS =
  '(?:\\s*(?:[:=：＝→]|[-–—]+>?(?=\\s)|is|was|es|are|就是|是|设为|設為|改成|改为|改為|为|為|は|が|은|는|이|가|คือ|เป็น)\\s*)';
const TOKEN = '([^\\s,，。;；]{4,})';

const NAMED = new RegExp(`${SECRET_WORD}${IS}${TOKEN}`, 'giu');
const BESIDE = new RegExp(`${SECRET_WORD}\\s+${TOKEN}`, 'giu');
/** Where words are not parted by blanks: what stands right behind such a word, in letters and digits of another script. */
const KEYS = '([!-~！-～]{4,})';
const GLUED = new RegExp(`(${CHARACTERS.join('|')})${KEYS}`, 'giu');
/** The other way round: "abc123 is my password". */
const BEFORE = new RegExp(
  `(?<![!-~！-～])${KEYS}(?=\\s*(?:(?:is|es)\\s+(?:my|the|mi|la|el)|是(?:我的|我)?|[がは]私の|เป็น|คือ)\\s*${SECRET_WORD})`,
  'giu',
);
/** What nobody sees between two signs. */
const HIDDEN = '[\\u00AD\\u200B-\\u200D\\u2060\\uFEFF]*';
const DIGIT = `\\p{Nd}${HIDDEN}`;
const GAP = `(?:[^\\S\\n]|[-‐‑–])${HIDDEN}`;
/**
 * Six digits, in one, in twos and threes or each by itself, in whatever digits a keyboard has; not a part of a longer number.
 * And with the letter before them that some senders put there.
 */
const SIX_DIGITS = new RegExp(
  `(?<![A-Za-z\\p{N}.,#$€¥￥฿₩+-]${HIDDEN}|\\p{N}${GAP})(?:` +
    [
      `(?:${DIGIT}){5}\\p{Nd}`,
      `(?:${DIGIT}){3}${GAP}(?:${DIGIT}){2}\\p{Nd}`,
      `(?:(?:${DIGIT}){2}${GAP}){2}${DIGIT}\\p{Nd}`,
      `(?:${DIGIT}${GAP}){5}\\p{Nd}`,
      `(?<![\\p{L}\\p{N}-])[A-Z]-\\p{Nd}{6}`,
    ].join('|') +
    `)(?!${HIDDEN}[A-Za-z\\p{N}]|[.,-]\\p{N}|${GAP}\\p{N}|\\s*(?:%|usdt|usdc|usd|btc|eth|eur|cny|jpy|krw|thb|元|円|원|บาท)(?![\\p{L}]))`,
  'giu',
);
/** A run of short words as wallets give them out to be written down: in a line, a list or a column, with numbers or without. */
const SEED_WORD = '(?:[0-9]{1,2}[.):]?\\s*)?[A-Za-z][a-z]{2,7}';
const SEED_WORDS = new RegExp(`(?<![\\p{L}\\p{N}])(?:${SEED_WORD}[\\s,;]+){11,23}${SEED_WORD}(?![\\p{L}\\p{N}])`, 'gu');

/** Whether a word beside "password" is one: it has a digit or a sign in it, or it stands after a colon. */
const hasDigitOrSign = (token: string) => /[\p{N}\p{S}!@#&*_?]/u.test(token.replace(/[.!?]+$/u, ''));

/** The text with what looks like a password, a code, a key or a recovery phrase masked. Masking twice is masking once. */
export function maskSecrets(text: string): { text: string; isMasked: boolean } {
  const masked = text
    .replace(NAMED, (whole: string, token: string) => {
      const lead = whole.slice(0, whole.length - token.length);
      return /[:=：＝→]\s*$/u.test(lead) || hasDigitOrSign(token) ? lead + MASK : whole;
    })
    .replace(BESIDE, (whole: string, token: string) =>
      hasDigitOrSign(token) && token !== MASK ? whole.slice(0, whole.length - token.length) + MASK : whole,
    )
    .replace(GLUED, (whole: string, word: string, token: string) => (hasDigitOrSign(token) ? word + MASK : whole))
    .replace(BEFORE, (token: string) => (hasDigitOrSign(token) ? MASK : token))
    .replace(SIX_DIGITS, MASK)
    .replace(SEED_WORDS, MASK);
  return { text: masked, isMasked: masked !== text };
}
