const NICKNAME = /^[\p{L}\p{N}](?:[\p{L}\p{M}\p{N} _-]{0,22})[\p{L}\p{M}\p{N}]$/u;
const OFFICIAL =
  /support|official|service|admin|platform|staff|客服|官方|平台|管理|客服|サポート|公式|고객센터|공식|운영|soporte|oficial|ฝ่าย/iu;
/** Letters that look like each other stand in different scripts: a name keeps to one of them, beside Chinese and kana. */
const LOOKALIKES = [
  /\p{Script=Latin}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Greek}/u,
  /\p{Script=Armenian}/u,
  /\p{Script=Cherokee}/u,
];

/**
 * How a merchant's name is compared with others; null: it is none. Names that sound like the house's are none, also where they
 * are written apart: `Sup port` is read as `support`.
 */
export function nicknameKey(name: string): string | null {
  const plain = name.normalize('NFKC');
  if (plain !== name || !NICKNAME.test(plain)) return null;
  if (LOOKALIKES.filter((script) => script.test(plain)).length > 1) return null;
  const key = plain.toLowerCase().replaceAll(/[ _-]/g, '');
  return OFFICIAL.test(key) ? null : key;
}
