import { scanSync } from 'libpg-query';

/**
 * Parts of names that say nothing of a rule, a row or an event in the field's terms: what is kept may be recorded, retained,
 * append-only or guarded, and what is told is an event that is appended or a notice that is sent.
 */
export const UNCLEAR = /(^|_)(keep|keeps|kept|tell|tells|told)(_|$)/;

/** What is called so all the same, by the reason, and as long as that lasts. */
export const NAMED_BEFORE = {
  'the check of the audit log looks for them, that of the version before, too (X02)': [
    'account_history_keep',
    'wallet_keep',
  ],
  'processes of the version before name these arguments': ['p_days_kept', 'p_keep_years', 'p_keeps', 'p_kept'],
  'tables and columns that the version before reads': [
    'keep_until',
    'kept_from',
    'kept_record',
    'kept_record_part',
    'told_at',
  ],
};

/**
 * Names that need explaining: of the function, of what it takes and declares, and those that it gives to what it reads or
 * looks for in the catalog. Call `loadModule` of libpg-query before.
 * @param {string} text
 * @returns {string[]} one line a name
 */
export function unclearNamesOf(text) {
  const [from, until] = [text.indexOf('$$') + 2, text.lastIndexOf('$$')];
  const names = [text.slice(0, from - 2), text.slice(from, until)].flatMap(namesIn);
  const excused = Object.values(NAMED_BEFORE).flat();
  return [...new Set(names)]
    .filter((name) => UNCLEAR.test(name) && !excused.includes(name))
    .map((name) => `${name} is no name in the field's terms`);
}

/**
 * @param {string} part
 * @returns {string[]}
 */
function namesIn(part) {
  return scanSync(part).tokens.flatMap(({ text, tokenName }) => {
    if (tokenName === 'IDENT') return [text];
    const literal = tokenName === 'SCONST' ? /^'([a-z]+(?:_[a-z]+)+)'$/.exec(text)?.[1] : undefined;
    return literal === undefined ? [] : [literal];
  });
}
