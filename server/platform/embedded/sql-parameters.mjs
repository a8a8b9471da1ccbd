import { parseSync } from 'libpg-query';

/** Parameters that are not read, by the reason, beside the arguments of the version before. */
export const UNREAD = /** @type {Record<string, string[]>} */ ({
  'the functions of the tests, in the place of this one, answer it': ['database_now.p_claimed'],
});

/**
 * What a function takes and does not read: whoever calls it would believe that it matters. Call `loadModule` of libpg-query
 * before.
 * @param {string} text
 * @param {readonly string[]} former arguments of the version before
 * @returns {string[]} one line a parameter
 */
export function unreadParametersOf(text, former = []) {
  const created = /** @type {any} */ (parseSync(text)).stmts[0].stmt.CreateFunctionStmt;
  const called = created.funcname.at(-1).String.sval;
  const body = withoutComments(text.slice(text.indexOf('$$') + 2, text.lastIndexOf('$$')));
  const words = new Set(body.split(/[^\w$]+/));
  return (created.parameters ?? []).flatMap((/** @type {any} */ { FunctionParameter: { name, mode } }) =>
    mode !== 'FUNC_PARAM_DEFAULT' || words.has(name) || former.includes(name) || isUnread(called, name)
      ? []
      : [`it does not read ${name}`],
  );
}

/**
 * Whether a parameter is one of those that stay though nothing reads them.
 * @param {string} called
 * @param {string} parameter
 */
function isUnread(called, parameter) {
  return Object.values(UNREAD).flat().includes(`${called}.${parameter}`);
}

/** @param {string} body */
function withoutComments(body) {
  return body.replace(/--.*$/gm, '');
}
