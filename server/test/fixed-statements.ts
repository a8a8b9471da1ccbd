import { relative } from 'node:path';
import ts from 'typescript';

/**
 * Whether the text of every statement is fixed when the product is built: made of constants, of words that their type lists,
 * and of numbers. It follows names to their constants, arguments to those who call, and fields to those who construct. What it
 * cannot follow is not fixed.
 */
export class FixedStatements {
  private readonly checker: ts.TypeChecker;
  private readonly sources: readonly ts.SourceFile[];
  /** Everything that is called or constructed, by what it is. */
  private readonly calls = new Map<ts.Symbol, (ts.CallExpression | ts.NewExpression)[]>();
  /** What is put into something after it was declared: into a list, a field or a variable. */
  private readonly additions = new Map<ts.Symbol, ts.Expression[]>();
  /** What is being asked already: an argument that is handed on by a function to itself says nothing new. */
  private readonly asked = new Set<ts.Node>();
  /** What could not be followed, of the statement that is looked at. */
  private stops: string[] = [];

  /** @param folder from which the places are named. */
  constructor(
    private readonly program: ts.Program,
    private readonly folder: string,
  ) {
    this.checker = program.getTypeChecker();
    this.sources = program
      .getSourceFiles()
      .filter((file) => !file.isDeclarationFile && !file.fileName.endsWith('.spec.ts'));
    for (const source of this.sources) this.walk(source, (node) => this.note(node));
  }

  /** The statements of the files whose text is not fixed, with the part that is not; and how many there are. */
  find(isLookedAt: (path: string) => boolean): { open: string[]; count: number } {
    const open: string[] = [];
    let count = 0;
    for (const source of this.sources.filter(({ fileName }) => isLookedAt(relative(this.folder, fileName)))) {
      this.walk(source, (node) => {
        if (!ts.isCallExpression(node) || !isQuery(node) || !node.arguments[0]) return;
        count += 1;
        this.stops = [];
        this.asked.clear();
        if (!this.isFixed(node.arguments[0]))
          open.push(`${this.placeOf(node)}: ${[...new Set(this.stops)].join('; ')}`);
      });
    }
    return { open, count };
  }

  private walk(node: ts.Node, visit: (node: ts.Node) => void): void {
    visit(node);
    ts.forEachChild(node, (child) => this.walk(child, visit));
  }

  private note(node: ts.Node): void {
    if (isAssignment(node)) this.add(rootOf(node.left), [node.right]);
    if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
      const { name, expression: list } = node.expression;
      if (['push', 'unshift', 'splice', 'fill'].includes(name.text)) this.add(rootOf(list), [...node.arguments]);
    }
    if (!ts.isCallExpression(node) && !ts.isNewExpression(node)) return;
    const called = this.symbolOf(node.expression);
    if (called) this.calls.set(called, [...(this.calls.get(called) ?? []), node]);
  }

  private add(place: ts.Expression, added: ts.Expression[]): void {
    const symbol = this.symbolOf(place);
    if (symbol) this.additions.set(symbol, [...(this.additions.get(symbol) ?? []), ...added]);
  }

  private symbolOf(node: ts.Node): ts.Symbol | undefined {
    const symbol = this.checker.getSymbolAtLocation(ts.isPropertyAccessExpression(node) ? node.name : node);
    return symbol && symbol.flags & ts.SymbolFlags.Alias ? this.checker.getAliasedSymbol(symbol) : symbol;
  }

  private placeOf(node: ts.Node): string {
    const source = node.getSourceFile();
    return `${relative(this.folder, source.fileName)}:${source.getLineAndCharacterOfPosition(node.getStart()).line + 1}`;
  }

  private stop(node: ts.Node): false {
    this.stops.push(`${node.getText().slice(0, 60)} (${this.placeOf(node)})`);
    return false;
  }

  private isFixed(node: ts.Expression): boolean {
    if (ts.isStringLiteralLike(node) || ts.isNumericLiteral(node)) return true;
    if (this.isOfListedWords(node)) return true;
    if (this.asked.has(node)) return true;
    this.asked.add(node);
    if (ts.isTemplateExpression(node)) return node.templateSpans.every(({ expression }) => this.isFixed(expression));
    if (
      ts.isParenthesizedExpression(node) ||
      ts.isAsExpression(node) ||
      ts.isSatisfiesExpression(node) ||
      ts.isNonNullExpression(node)
    ) {
      return this.isFixed(node.expression);
    }
    if (ts.isConditionalExpression(node)) return this.isFixed(node.whenTrue) && this.isFixed(node.whenFalse);
    if (ts.isBinaryExpression(node)) return this.isFixed(node.left) && this.isFixed(node.right);
    if (ts.isArrayLiteralExpression(node)) return node.elements.every((element) => this.isFixed(element));
    if (ts.isSpreadElement(node)) return this.isFixed(node.expression);
    if (ts.isObjectLiteralExpression(node)) return node.properties.every((property) => this.isFixedProperty(property));
    if (ts.isArrowFunction(node) || ts.isFunctionExpression(node)) return this.returnsFixed(node);
    if (ts.isCallExpression(node)) return this.isFixedCall(node);
    if (ts.isIdentifier(node) || ts.isPropertyAccessExpression(node)) return this.isFixedName(node);
    if (ts.isElementAccessExpression(node)) return this.isFixed(node.expression);
    return this.stop(node);
  }

  private isFixedProperty(property: ts.ObjectLiteralElementLike): boolean {
    if (ts.isPropertyAssignment(property)) return this.isFixed(property.initializer);
    if (ts.isShorthandPropertyAssignment(property)) return this.isFixedName(property.name);
    if (ts.isMethodDeclaration(property)) return this.returnsFixed(property);
    return ts.isSpreadAssignment(property) ? this.isFixed(property.expression) : this.stop(property);
  }

  /** Words of a list that the type names, and numbers, which hold no words. */
  private isOfListedWords(node: ts.Expression): boolean {
    const type = this.checker.getTypeAtLocation(node);
    const parts = type.isUnion() ? type.types : [type];
    const listed =
      ts.TypeFlags.StringLiteral |
      ts.TypeFlags.NumberLike |
      ts.TypeFlags.BooleanLike |
      ts.TypeFlags.Undefined |
      ts.TypeFlags.Null;
    return parts.every(({ flags }) => (flags & listed) !== 0);
  }

  /** What packages do with texts and lists of them, and functions of ours by what they return. */
  private isFixedCall(node: ts.CallExpression): boolean {
    const { expression } = node;
    const own = this.symbolOf(expression)?.declarations?.filter((one) => !one.getSourceFile().isDeclarationFile) ?? [];
    if (own.length > 0) return own.every((declaration) => this.returnsFixed(declaration));
    if (!ts.isPropertyAccessExpression(expression)) return this.stop(node);
    const { text: name } = expression.name;
    const given = node.arguments;
    if (['join', 'concat', 'replace', 'replaceAll', 'padEnd', 'repeat'].includes(name)) {
      return this.isFixed(expression.expression) && given.every((argument) => this.isFixed(argument));
    }
    if (['map', 'flatMap'].includes(name)) return given[0] !== undefined && this.isFixed(given[0]);
    if (['filter', 'slice', 'toSorted', 'trim', 'toLowerCase', 'at'].includes(name))
      return this.isFixed(expression.expression);
    if (['keys', 'values', 'entries'].includes(name) && expression.expression.getText() === 'Object') {
      return given[0] !== undefined && this.hasFixedNames(given[0]);
    }
    return this.stop(node);
  }

  /** The names of an object that is written out in the code. */
  private hasFixedNames(node: ts.Expression): boolean {
    const declaration = this.symbolOf(node)?.valueDeclaration;
    const written = declaration && ts.isVariableDeclaration(declaration) ? declaration.initializer : node;
    return written !== undefined && ts.isObjectLiteralExpression(bare(written)) ? true : this.stop(node);
  }

  private returnsFixed(declaration: ts.Node): boolean {
    if (this.asked.has(declaration)) return true;
    this.asked.add(declaration);
    if (ts.isVariableDeclaration(declaration)) {
      const made = declaration.initializer && bare(declaration.initializer);
      return made && (ts.isArrowFunction(made) || ts.isFunctionExpression(made))
        ? this.returnsFixed(made)
        : this.stop(declaration);
    }
    if (!ts.isFunctionLike(declaration) || !('body' in declaration) || !declaration.body) return this.stop(declaration);
    const { body } = declaration as ts.FunctionLikeDeclaration & { body: ts.ConciseBody };
    if (!ts.isBlock(body)) return this.isFixed(body);
    let isFixed = true;
    const look = (node: ts.Node): void => {
      if (ts.isFunctionLike(node)) return;
      if (ts.isReturnStatement(node) && node.expression && !this.isFixed(node.expression)) isFixed = false;
      ts.forEachChild(node, look);
    };
    ts.forEachChild(body, look);
    return isFixed;
  }

  private isFixedName(node: ts.Identifier | ts.PropertyAccessExpression): boolean {
    const symbol = ts.isShorthandPropertyAssignment(node.parent)
      ? this.checker.getShorthandAssignmentValueSymbol(node.parent)
      : this.symbolOf(node);
    const declarations = symbol?.declarations ?? [];
    if (declarations.length === 0) return this.stop(node);
    const holders = new Set([symbol, this.symbolOf(rootOf(node))]);
    const added = [...holders].flatMap((holder) => (holder && this.additions.get(holder)) ?? []);
    if (!added.every((expression) => this.isFixed(expression))) return false;
    return declarations.every((declaration) => this.isFixedDeclaration(declaration, node));
  }

  private isFixedDeclaration(declaration: ts.Declaration, use: ts.Expression): boolean {
    if (this.asked.has(declaration)) return true;
    this.asked.add(declaration);
    if (ts.isVariableDeclaration(declaration)) {
      return declaration.initializer ? this.isFixed(declaration.initializer) : this.stop(use);
    }
    if (ts.isParameter(declaration)) return this.isFixedParameter(declaration, use);
    if (ts.isBindingElement(declaration)) return this.isFixedPart(declaration, use);
    if (ts.isPropertyAssignment(declaration) || ts.isPropertyDeclaration(declaration)) {
      if (ts.isPropertyDeclaration(declaration) && !isReadonly(declaration)) return this.stop(use);
      return declaration.initializer ? this.isFixed(declaration.initializer) : this.stop(use);
    }
    if (ts.isPropertySignature(declaration) && ts.isPropertyAccessExpression(use)) return this.isFixed(use.expression);
    return this.stop(use);
  }

  /** `{ a }` of something: the part that is called so, where it can be told apart, else all of it. */
  private isFixedPart(element: ts.BindingElement, use: ts.Expression): boolean {
    let pattern: ts.Node = element.parent;
    while (ts.isBindingElement(pattern.parent)) pattern = pattern.parent.parent;
    const holder = pattern.parent;
    if (ts.isParameter(holder)) return this.isFixedParameter(holder, use);
    if (ts.isVariableDeclaration(holder) && holder.initializer) return this.isFixed(holder.initializer);
    return this.stop(use);
  }

  /** What everybody who calls hands over; what a list holds, of the function that is done with each of it. */
  private isFixedParameter(parameter: ts.ParameterDeclaration, use: ts.Expression): boolean {
    const { parent: declared } = parameter;
    const at = declared.parameters.indexOf(parameter);
    const outer = declared.parent;
    if (ts.isCallExpression(outer) && outer.arguments.includes(declared as never)) {
      const { expression } = outer;
      const isOfList =
        ts.isPropertyAccessExpression(expression) && ['map', 'flatMap', 'filter'].includes(expression.name.text);
      return isOfList ? this.isFixed(expression.expression) : this.stop(use);
    }
    const named = ts.isVariableDeclaration(outer)
      ? outer.name
      : ts.isConstructorDeclaration(declared)
        ? declared.parent.name
        : declared.name;
    const symbol = named && this.symbolOf(named);
    const calls = (symbol && this.calls.get(symbol)) ?? [];
    if (calls.length === 0) return this.stop(use);
    return calls.every((call) => {
      const argument = call.arguments?.[at];
      if (argument) return this.isFixed(argument);
      return parameter.initializer
        ? this.isFixed(parameter.initializer)
        : parameter.questionToken !== undefined || this.stop(use);
    });
  }
}

function isAssignment(node: ts.Node): node is ts.BinaryExpression {
  if (!ts.isBinaryExpression(node)) return false;
  const { kind } = node.operatorToken;
  return kind >= ts.SyntaxKind.FirstAssignment && kind <= ts.SyntaxKind.LastAssignment;
}

/** `list` of `list[0].name`; a field of `this` by its own name. */
function rootOf(node: ts.Expression): ts.Expression {
  const isPart = ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node);
  return isPart && node.expression.kind !== ts.SyntaxKind.ThisKeyword ? rootOf(node.expression) : node;
}

function isQuery({ expression }: ts.CallExpression): boolean {
  return ts.isPropertyAccessExpression(expression) && expression.name.text === 'query';
}

function isReadonly(declaration: ts.PropertyDeclaration): boolean {
  return declaration.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ReadonlyKeyword) ?? false;
}

function bare(node: ts.Expression): ts.Expression {
  return ts.isAsExpression(node) || ts.isSatisfiesExpression(node) || ts.isParenthesizedExpression(node)
    ? bare(node.expression)
    : node;
}
