import { asksForSecret } from './asks-for-secret.rules.js';

/** What a line of a chat is warned of. */
export const CHAT_RISKS = ['outside', 'link', 'secret', 'early-release'] as const;
export type ChatRisk = (typeof CHAT_RISKS)[number];

const OUTSIDE =
  /telegram|whats\s?app|wechat|we\s?chat|signal|viber|kakao|discord|\bline\s?id\b|微信|电报|電報|飞机|飛機|\bqq\b|加我|私聊|텔레그램|카톡|ライン|テレグラム|ไลน์/iu;
const LINK = /https?:|www\.|\b[a-z0-9-]{2,}\.(?:com|net|org|io|cc|top|xyz|vip|me|app|cn|link)\b/iu;
const SECRET =
  /verification code|login code|fund password|payment password|seed phrase|private key|验证码|驗證碼|交易密码|交易密碼|资金密码|助记词|助記詞|私钥|私鑰|認証コード|秘密鍵|인증\s?(?:번호|코드)|비밀번호|código de verificación|contraseña|รหัสยืนยัน|รหัสผ่าน/iu;
const EARLY =
  /release (?:it )?(?:first|now|before)|先放币|先放行|先放幣|请先放|請先放|libera(?:r)? primero|先にリリース|먼저\s?(?:릴리스|해제)|ปล่อยก่อน/iu;

/**
 * What a line looks like that asks for what nobody should do: to go on elsewhere, to open a link, to tell a secret, to release
 * before the money is there. A page says so beside the line; nothing is kept back, because it is evidence.
 */
export function chatRisks(text: string): ChatRisk[] {
  const found: [ChatRisk, RegExp][] = [
    ['outside', OUTSIDE],
    ['link', LINK],
    ['secret', SECRET],
    ['early-release', EARLY],
  ];
  return found
    .filter(([risk, pattern]) => pattern.test(text) || (risk === 'secret' && asksForSecret(text)))
    .map(([risk]) => risk);
}
