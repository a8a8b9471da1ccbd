const NICKNAME = /^[\p{L}\p{N}](?:[\p{L}\p{M}\p{N} _-]{0,22})[\p{L}\p{M}\p{N}]$/u;
const OFFICIAL = [
  'support',
  'official',
  'service',
  'admin',
  'platform',
  'staff',
  'soporte',
  'oficial',
  '客服',
  '官方',
  '平台',
  '管理',
  'サポート',
  '公式',
  '고객센터',
  '공식',
  '운영',
  'ฝ่าย',
];
/** Scripts that write no blank between two words: wherever one stands, it parts one. */
const WITHOUT_BLANKS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;
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
 * are written apart: `Sup port` is read as `support`, and `Ciudad Minera` is two words.
 */
export function nicknameKey(name: string): string | null {
  const plain = name.normalize('NFKC');
  if (plain !== name || !NICKNAME.test(plain)) return null;
  if (LOOKALIKES.filter((script) => script.test(plain)).length > 1) return null;
  const lower = plain.toLowerCase();
  const key = lower.replaceAll(/[ _-]/g, '');
  const borders = bordersOf(lower);
  const isOfficial = OFFICIAL.some((word) =>
    placesOf(word, key).some(
      (start) => WITHOUT_BLANKS.test(word) || isRead(borders, { start, end: start + word.length, length: key.length }),
    ),
  );
  return isOfficial ? null : key;
}

/** Where two parts of a name meet, by the place in what is left without what parts them. */
interface Border {
  at: number;
  /** It parts no two words: a dash or an underscore, or beside a single letter. */
  isWithinWord: boolean;
}

function bordersOf(name: string): Border[] {
  const parts = name.split(/([ _-]+)/);
  const borders: Border[] = [];
  let at = 0;
  for (let place = 1; place < parts.length; place += 2) {
    const [before = '', between = '', after = ''] = parts.slice(place - 1, place + 2);
    at += before.length;
    borders.push({ at, isWithinWord: /[_-]/.test(between) || [...before].length === 1 || [...after].length === 1 });
  }
  return borders;
}

function placesOf(word: string, key: string): number[] {
  const places: number[] = [];
  for (let at = key.indexOf(word); at !== -1; at = key.indexOf(word, at + 1)) places.push(at);
  return places;
}

/**
 * Whether a word is read there: within a part, or put together of whole parts. Where nothing but dashes and single letters part it, it
 * is also read where one end of it is that of a part, and where it is parted twice.
 */
function isRead(
  borders: readonly Border[],
  { start, end, length }: { start: number; end: number; length: number },
): boolean {
  const crossed = borders.filter(({ at }) => at > start && at < end);
  if (crossed.length === 0) return true;
  const isEdge = (place: number) => place === 0 || place === length || borders.some(({ at }) => at === place);
  const edges = [start, end].filter(isEdge).length;
  if (edges === 2) return true;
  return crossed.every(({ isWithinWord }) => isWithinWord) && (edges === 1 || crossed.length > 1);
}
