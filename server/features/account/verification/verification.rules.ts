import {
  ID_KINDS,
  type IdKind,
  PHOTO_KINDS,
  type PhotoKind,
  type VerificationStatus,
} from '../../../contract/account/verification.dto.js';

/** Minutes during which a case is one reviewer's. */
export const CLAIM_MINUTES = 15;
export const REASON_LENGTH_MAX = 500;

/** A photo as far as the next submission depends on it. */
export interface StoredPhoto {
  kind: PhotoKind;
  uploadId: string;
  status: 'under-review' | 'accepted' | 'rejected';
}

/** A text for some of the photos: references that were handed in, or reasons of a reviewer. */
export type PhotoTexts = Partial<Record<PhotoKind, string>>;

const ID_NUMBER = /^[\p{L}\p{N}]{4,30}$/u;
const SHOWN = 2;
/** Letters among them, as the fillers of Hangul: nothing is drawn, so nothing tells two numbers apart. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}+/gu;
/** Scripts and blocks that stand in no document's number, and have letters that are drawn like a Latin one. */
const IN_NO_NUMBER =
  /[\p{Script=Lisu}\p{Script=Cherokee}\p{Script=Coptic}\p{Script=Deseret}\p{Script=Osage}\p{Script=Carian}\p{Script=Lycian}\p{Script=Lydian}\p{Script=Old_Italic}\u{1C0}-\u{1C3}\u{1D00}-\u{1DBF}\u{2C60}-\u{2C7F}\u{A720}-\u{A7FF}]/u;

/**
 * The number in one spelling: two spellings of one number are the same; null when it is no number of an ID. What is invisible is left
 * out; letters of scripts that stand in no document's number, and those of phonetics, are refused: they are there to look like another.
 */
export function idNumberOf(text: string): string | null {
  const number = text
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(INVISIBLE, '')
    .replaceAll(/[\s-]+/gu, '')
    // Parts of a letter between which something was left out are one letter.
    .normalize('NFC');
  return ID_NUMBER.test(number) && !IN_NO_NUMBER.test(number) ? number : null;
}

/** Capitals of other scripts that are drawn as a Latin one. */
const DRAWN_AS: Readonly<Record<string, string>> = {
  // Cyrillic.
  А: 'A',
  В: 'B',
  Е: 'E',
  К: 'K',
  М: 'M',
  Н: 'H',
  О: 'O',
  Р: 'P',
  С: 'C',
  Т: 'T',
  У: 'Y',
  Ү: 'Y',
  Х: 'X',
  І: 'I',
  Ӏ: 'I',
  Ј: 'J',
  Ѕ: 'S',
  Ԛ: 'Q',
  Ԝ: 'W',
  // Greek.
  Α: 'A',
  Β: 'B',
  Ε: 'E',
  Ζ: 'Z',
  Η: 'H',
  Ι: 'I',
  Κ: 'K',
  Μ: 'M',
  Ν: 'N',
  Ο: 'O',
  Ρ: 'P',
  Τ: 'T',
  Υ: 'Y',
  Χ: 'X',
  Ϲ: 'C',
  Ϳ: 'J',
  // Armenian.
  Օ: 'O',
  Ս: 'U',
};
const DIGIT = /^\p{Nd}$/u;

/**
 * The number as it is compared with others: what is invisible is left out, Cyrillic, Greek and Armenian capitals that are drawn as a
 * Latin one are that, and digits of every script are those of ASCII, so that one document is one number however it is typed. Other
 * scripts with such letters are refused as the number is handed in ({@link idNumberOf}); those whose letters look like no other stay.
 * Never shown, and never kept but as a digest. What is ASCII stays as it is.
 * @param number in one spelling, by {@link idNumberOf}.
 */
export function comparedIdNumber(number: string): string {
  return [...number.replaceAll(INVISIBLE, '').normalize('NFC')]
    .map((sign) => DRAWN_AS[sign] ?? digitOf(sign) ?? sign)
    .join('');
}

/** Digits of a script stand one after the other from its nought, and scripts that follow each other have ten each. */
function digitOf(sign: string): string | null {
  if (!DIGIT.test(sign)) return null;
  const code = sign.codePointAt(0) ?? 0;
  let first = code;
  while (DIGIT.test(String.fromCodePoint(first - 1))) first--;
  return String((code - first) % 10);
}

/** Two characters, stars, two characters: never enough to know the rest, nor how long it is. */
export function maskedIdNumber(number: string): string {
  const signs = [...number];
  return `${signs.slice(0, SHOWN).join('')}******${signs.slice(-SHOWN).join('')}`;
}

/** Old clients have other spellings, or no such field. Null for a kind that nobody knows. */
export function idKindOf(text: string | undefined): IdKind | null {
  if (text === undefined || text === '') return 'id-card';
  const word = text.toLowerCase().replaceAll(/[\s_]+/g, '-');
  return ID_KINDS.find((kind) => kind === word) ?? null;
}

/** The old clients' number of a status: they know no rejection, and show the form again. */
export function reviewStatusOf(status: VerificationStatus): 0 | 1 | 2 {
  if (status === 'verified') return 2;
  return status === 'under-review' ? 1 : 0;
}

/** Which photos must be handed in: all that no reviewer has accepted. */
export function neededPhotos(storedPhotos: readonly StoredPhoto[]): PhotoKind[] {
  return PHOTO_KINDS.filter(
    (kind) => !storedPhotos.some((photo) => photo.kind === kind && photo.status === 'accepted'),
  );
}

/**
 * Whether a rejection says enough: a reason for all, and on the level with photos one for each photo that is to be
 * taken again, which is at least one. Photos without a reason are kept as accepted.
 */
export function hasReasons(level: string, reason: string, photoReasons: PhotoTexts): boolean {
  const reasons = Object.values(photoReasons);
  const areWords = [reason, ...reasons].every((text) => text.trim() !== '' && text.length <= REASON_LENGTH_MAX);
  const arePhotos = Object.keys(photoReasons).every((kind) => PHOTO_KINDS.some((known) => known === kind));
  return areWords && arePhotos && (level === 'advanced' ? reasons.length > 0 : reasons.length === 0);
}

const CASE_ID = /^[1-9]\d{0,17}$/;

/** Whether the text could be the number of a case at all. */
export function isCaseId(text: string): boolean {
  return CASE_ID.test(text);
}
