/** What is wrong with the number of an ID; null where there is nothing to say against it. */
export type IdNumberVerdict = 'required' | 'idNumber' | null;

/** Letters and digits, 4 to 30; blanks and hyphens do not count. The server looks again. */
export function judgeIdNumber(text: string): IdNumberVerdict {
  const number = text.normalize('NFKC').replaceAll(/[\s-]+/gu, '');
  if (number === '') return 'required';
  return /^[\p{L}\p{N}]{4,30}$/u.test(number) ? null : 'idNumber';
}
