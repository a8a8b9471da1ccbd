import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';
import { filesUnder } from './fingerprint.mjs';

/**
 * A name that one file takes from another; `*` stands for all of them.
 * @typedef {{ from: string, name: string, target: string, passedOnAs: string | null }} Taken
 */

/**
 * What every source file gives and takes, as far as that is said by its text alone.
 * @param {string} root
 */
export function readSources(root) {
  const paths = ['server', 'client'].flatMap((folder) =>
    filesUnder(root, folder).filter((path) => /\.tsx?$/.test(path) && !path.endsWith('.d.ts')),
  );
  const files = new Map(
    paths.map((path) => {
      const text = readFileSync(join(root, path), 'utf8');
      return [path, ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)];
    }),
  );
  const taken = [...files].flatMap(([path, file]) => takenBy(root, path, file));
  return { files, taken };
}

/** Tests and what only they use. @param {string} path */
export function isTest(path) {
  return /\.spec\.tsx?$/.test(path) || /^(server|client)\/test\//.test(path);
}

/**
 * The names that a file exports by declaring them, each with its declaration.
 * @param {ts.SourceFile} file
 * @returns {Map<string, ts.Node>}
 */
export function declaredExports(file) {
  /** @type {Map<string, ts.Node>} */
  const names = new Map();
  for (const statement of file.statements) {
    const modifiers = ts.canHaveModifiers(statement) ? (ts.getModifiers(statement) ?? []) : [];
    if (!modifiers.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)) continue;
    if (ts.isVariableStatement(statement)) {
      for (const declared of statement.declarationList.declarations)
        if (ts.isIdentifier(declared.name)) names.set(declared.name.text, declared);
    } else {
      const { name } = /** @type {ts.DeclarationStatement} */ (statement);
      if (name && ts.isIdentifier(name)) names.set(name.text, statement);
    }
  }
  return names;
}

/**
 * Whether a file mentions a name outside of its own declaration.
 * @param {ts.SourceFile} file
 * @param {string} name
 * @param {ts.Node} declaration
 */
export function mentionsElsewhere(file, name, declaration) {
  /** @type {(node: ts.Node) => boolean} */
  const mentions = (node) =>
    node !== declaration &&
    ((ts.isIdentifier(node) && node.text === name) || (ts.forEachChild(node, mentions) ?? false));
  return mentions(file);
}

/**
 * @param {string} root
 * @param {string} path
 * @param {ts.SourceFile} file
 * @returns {Taken[]}
 */
function takenBy(root, path, file) {
  /** @type {Taken[]} */
  const taken = [];
  /** @type {(specifier: ts.Node | undefined, names: [name: string, passedOnAs: string | null][]) => void} */
  const take = (specifier, names) => {
    const target = specifier && ts.isStringLiteralLike(specifier) ? resolved(root, path, specifier.text) : null;
    if (target) for (const [name, passedOnAs] of names) taken.push({ from: path, name, target, passedOnAs });
  };
  /** @type {(node: ts.Node) => void} */
  const visit = (node) => {
    if (ts.isImportDeclaration(node)) take(node.moduleSpecifier, importedNames(node.importClause));
    else if (ts.isExportDeclaration(node)) take(node.moduleSpecifier, passedOn(node.exportClause));
    else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument))
      take(node.argument.literal, [[leftmost(node.qualifier), null]]);
    else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword)
      take(node.arguments[0], [['*', null]]);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return taken;
}

/** @param {ts.EntityName | undefined} name */
function leftmost(name) {
  let first = name;
  while (first && ts.isQualifiedName(first)) first = first.left;
  return first ? first.text : '*';
}

/**
 * @param {ts.ImportClause | undefined} clause
 * @returns {[string, null][]}
 */
function importedNames(clause) {
  const bindings = clause?.namedBindings;
  /** @type {[string, null][]} */
  const names = clause?.name ? [['default', null]] : [];
  if (!bindings) return names;
  if (ts.isNamespaceImport(bindings)) return [['*', null]];
  return [
    ...names,
    ...bindings.elements.map(
      ({ name, propertyName }) => /** @type {[string, null]} */ ([(propertyName ?? name).text, null]),
    ),
  ];
}

/**
 * @param {ts.NamedExportBindings | undefined} clause
 * @returns {[string, string][]}
 */
function passedOn(clause) {
  if (!clause || !ts.isNamedExports(clause)) return [['*', '*']];
  return clause.elements.map(({ name, propertyName }) => [(propertyName ?? name).text, name.text]);
}

/**
 * The file that a relative import means, or null for a package.
 * @param {string} root
 * @param {string} path
 * @param {string} specifier
 */
function resolved(root, path, specifier) {
  if (!specifier.startsWith('.')) return null;
  const plain = join(dirname(path), specifier).replace(/\.jsx?$/, '');
  const candidates = [`${plain}.ts`, `${plain}.tsx`, join(plain, 'index.ts'), join(plain, 'index.tsx'), plain];
  return candidates.find((file) => existsSync(join(root, file)) && statSync(join(root, file)).isFile()) ?? null;
}
