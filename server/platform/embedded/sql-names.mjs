import { scanSync } from 'libpg-query';

/**
 * Parts of names that say nothing of a rule, a row or an event in the field's terms: what is kept may be recorded, retained,
 * append-only or guarded, and what is told is an event that is appended or a notice that is sent.
 */
export const UNCLEAR = /(^|_)(keep|keeps|kept|tell|tells|told)(_|$)/;

/** Columns that are called so all the same: decision 7 says why. */
export const NAMED_BEFORE = ['told_at'];

/**
 * Views and columns that the version before names in statements of its own, and this one no more: they show what has another name now,
 * and go with the next version (`last-upgrade.spec.ts`).
 */
export const OFFERED_BEFORE = /** @type {readonly string[]} */ ([]);

/**
 * Arguments, by their function, that processes of the version before name and this one does not: each has a default, so that it
 * may be left out, and is taken away with the next version.
 */
export const FORMER_ARGUMENTS = /** @type {Readonly<Record<string, readonly string[]>>} */ ({});

/**
 * Functions that processes of the version before call, by their former name, and what each is called now: it calls that, is
 * declared for nobody, and is taken away with the next version.
 */
export const FORMER_FUNCTIONS = /** @type {Readonly<Record<string, string>>} */ ({});

/**
 * Names that need explaining: of the function, of what it takes and declares, and those that it gives to what it reads or
 * looks for in the catalog. Call `loadModule` of libpg-query before.
 * @param {string} text
 * @param {readonly string[]} former arguments of the version before
 * @returns {string[]} one line a name
 */
export function unclearNamesOf(text, former) {
  const [from, until] = [text.indexOf('$$') + 2, text.lastIndexOf('$$')];
  const names = [text.slice(0, from - 2), text.slice(from, until)].flatMap(namesIn);
  const excused = [...NAMED_BEFORE, ...OFFERED_BEFORE, ...former];
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
