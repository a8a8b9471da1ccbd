import {
  comparedIdNumber,
  hasReasons,
  idKindOf,
  idNumberOf,
  type StoredPhoto,
  maskedIdNumber,
  neededPhotos,
} from './verification.rules.js';

describe('the number of an ID', () => {
  it.each([
    ['110101199003070011', '110101199003070011'],
    ['ab 12-34 cd', 'AB1234CD'],
    ['１２３４', '1234'],
    ['Ａｂ１２', 'AB12'],
    ['กข12', 'กข12'],
    // What nobody sees: a zero-width space, the fillers of Hangul (full, half, of a beginning, of a middle), a soft hyphen.
    ['12\u200B34', '1234'],
    ['1\u31642\uFFA03\u115F4\u1160', '1234'],
    ['\u1109\u200B\u1165울12345', '서울12345'],
    ['AB\u00AD12', 'AB12'],
  ])('%j is %j', (text, number) => expect(idNumberOf(text)).toBe(number));

  it.each(['', '123', '1 2-3', '1'.repeat(31), '12;34', '12/34', "1'--2345", '<b>1234', '1234\0', '12\u3164\u31643'])(
    '%j is none',
    (text) => expect(idNumberOf(text)).toBeNull(),
  );

  it.each([
    ['Lisu', '\u{A4D0}1234'],
    ['Cherokee', '\u{13AA}1234'],
    ['small Cherokee', '\u{AB7A}1234'],
    ['Coptic', '\u{2C9E}1234'],
    ['Deseret', '\u{10404}1234'],
    ['Osage', '\u{104C2}1234'],
    ['Carian', '\u{102A0}1234'],
    ['Lycian', '\u{10280}1234'],
    ['Lydian', '\u{10920}1234'],
    ['Old Italic', '\u{10300}1234'],
    ['small capitals of phonetics', '\u{1D04}1234'],
    ['clicks', '\u{1C0}1234'],
    ['Latin Extended-C', '\u{2C67}1234'],
    ['a small letter of it', '\u{0251}1234'],
    ['Latin Extended-D', '\u{A7B1}1234'],
  ])('with a letter of %s is none', (_script, text) => expect(idNumberOf(text)).toBeNull());

  it.each([
    ['110101199003070011', '110101199003070011'],
    ['AB1234CDEFGHIJKLMNOPQRSTUVWXYZ', 'AB1234CDEFGHIJKLMNOPQRSTUVWXYZ'],
    // Cyrillic, Greek, and one of each.
    ['АВЕКМНОРСТУХІЈЅ', 'ABEKMHOPCTYXIJS'],
    ['ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ', 'ABEZHIKMNOPTYX'],
    ['АΒC1', 'ABC1'],
    // Armenian.
    ['\u0555\u054D12', 'OU12'],
    // Of before: a filler of Hangul stands in what was handed in.
    ['AB\u116012', 'AB12'],
    // Arabic-Indic, Devanagari, Thai, Myanmar Tai Laing.
    ['٠١٢٣٤٥٦٧٨٩', '0123456789'],
    ['१२३४', '1234'],
    ['๙๘๗๖', '9876'],
    ['꧰꧱꧲꧹', '0129'],
    // Letters that look like no other stay.
    ['กข12', 'กข12'],
    ['沪1234', '沪1234'],
    ['ДЖ1234', 'ДЖ1234'],
  ])('%j is compared as %j', (number, compared) => expect(comparedIdNumber(number)).toBe(compared));

  it('small letters that look alike are one number as well', () => {
    expect(comparedIdNumber(idNumberOf('ав 12-34') ?? '')).toBe('AB1234');
  });

  it.each([
    ['1234', '12******34'],
    ['110101199003070011', '11******11'],
  ])('%j is shown as %j', (number, shown) => expect(maskedIdNumber(number)).toBe(shown));
});

describe('the kind of an ID', () => {
  it.each([
    [undefined, 'id-card'],
    ['', 'id-card'],
    ['passport', 'passport'],
    ['Driving_Licence', 'driving-licence'],
    ['SSN', 'ssn'],
    ['1', null],
    ['__proto__', null],
  ])('%j is %j', (text, kind) => expect(idKindOf(text)).toBe(kind));
});

describe('the photos that are needed', () => {
  const photo = (kind: StoredPhoto['kind'], status: StoredPhoto['status']): StoredPhoto => ({
    kind,
    status,
    uploadId: 'x',
  });

  it('are all at first, and later those that were not accepted', () => {
    expect(neededPhotos([])).toEqual(['front', 'back', 'hand']);
    expect(neededPhotos([photo('front', 'accepted'), photo('back', 'rejected'), photo('hand', 'accepted')])).toEqual([
      'back',
    ]);
    expect(neededPhotos([photo('front', 'accepted'), photo('back', 'accepted'), photo('hand', 'accepted')])).toEqual(
      [],
    );
    expect(neededPhotos([photo('front', 'under-review')])).toEqual(['front', 'back', 'hand']);
  });
});

describe('a rejection', () => {
  it('of the basic level has one reason and none for photos', () => {
    expect(hasReasons('basic', 'The name differs', {})).toBe(true);
    expect(hasReasons('basic', '', {})).toBe(false);
    expect(hasReasons('basic', 'The name differs', { front: 'Glare' })).toBe(false);
  });

  it('of the advanced level has one for a photo, too', () => {
    expect(hasReasons('advanced', 'See the photo', { hand: 'No face' })).toBe(true);
    expect(hasReasons('advanced', 'See the photo', {})).toBe(false);
    expect(hasReasons('advanced', 'See the photo', { hand: '' })).toBe(false);
  });
});
