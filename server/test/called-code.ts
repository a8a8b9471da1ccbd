import ts from 'typescript';

/** A function, an object or a text as an argument: with what the names around it stand for. */
export interface Value {
  node: ts.Node;
  names: Names;
}
export type Names = ReadonlyMap<ts.Symbol, Value>;

export type Code = ts.FunctionLikeDeclaration & { body: ts.ConciseBody };

/**
 * Finds the code that a call runs: by what a name was declared as, by what was handed over for a parameter, and behind an
 * abstract method, an interface or a type of functions by all that is written for it.
 */
export class CalledCode {
  readonly checker: ts.TypeChecker;
  /** Where what is followed begins. */
  entrance: ts.Node | null = null;
  /** By the declaration of a signature without a body: the functions that stand for it. */
  private readonly made = new Map<ts.Node, Code[]>();
  /** By the text of a signature: those that are no argument of a call and have no name, which are followed by themselves. */
  private readonly alike = new Map<string, Code[]>();
  /** By file: all that it imports, and what that imports. */
  private readonly imported = new Map<ts.SourceFile, Set<ts.SourceFile>>();

  constructor(
    program: ts.Program,
    readonly sources: readonly ts.SourceFile[],
  ) {
    this.checker = program.getTypeChecker();
    for (const source of sources) this.note(source);
  }

  private note(node: ts.Node): void {
    if (ts.isClassDeclaration(node)) this.noteClass(node);
    else if (ts.isArrowFunction(node) || ts.isFunctionExpression(node))
      this.noteSignatures(this.checker.getContextualType(node) ?? this.checker.getTypeAtLocation(node), node);
    else if (ts.isMethodDeclaration(node) && isCode(node) && ts.isObjectLiteralExpression(node.parent)) {
      const type = this.checker.getContextualType(node.parent);
      const member = type && this.checker.getPropertyOfType(type, node.name.getText());
      if (member) this.noteSignatures(this.checker.getTypeOfSymbolAtLocation(member, node), node);
    }
    ts.forEachChild(node, (child) => this.note(child));
  }

  private noteSignatures(type: ts.Type | undefined, code: Code): void {
    for (const part of type?.isUnion() ? type.types : type ? [type] : []) {
      for (const signature of part.getCallSignatures()) {
        if (signature.declaration) add(this.made, signature.declaration, code);
        if (!ts.isCallExpression(code.parent) && !ts.isVariableDeclaration(code.parent))
          add(this.alike, this.checker.signatureToString(signature), code);
      }
    }
  }

  private noteClass(node: ts.ClassDeclaration): void {
    for (const { expression } of (node.heritageClauses ?? []).flatMap(({ types }) => [...types])) {
      const symbol = this.symbolOf(expression);
      const base = symbol && this.checker.getDeclaredTypeOfSymbol(symbol);
      for (const member of node.members) {
        if (!base || !ts.isMethodDeclaration(member) || !isCode(member)) continue;
        const above = this.checker.getPropertyOfType(base, member.name.getText());
        for (const declaration of above?.declarations ?? []) add(this.made, declaration, member);
      }
    }
  }

  symbolOf(node: ts.Node): ts.Symbol | undefined {
    const symbol = this.checker.getSymbolAtLocation(ts.isPropertyAccessExpression(node) ? node.name : node);
    return symbol && symbol.flags & ts.SymbolFlags.Alias ? this.checker.getAliasedSymbol(symbol) : symbol;
  }

  /** What the call runs, each with what its names stand for; empty where that is not ours. */
  codeOf(call: ts.CallExpression, names: Names): { code: Code; names: Names }[] {
    const value = this.valueOf(call.expression, names);
    if (value && isCode(value.node)) return [{ code: value.node, names: this.bind(value, call, names) }];
    const signature = this.checker.getResolvedSignature(call);
    const { declaration } = signature ?? {};
    if (!declaration || !signature) return [];
    const alike = ts.isFunctionTypeNode(declaration) ? this.codeLike(signature, call) : [];
    const found = isCode(declaration) ? [declaration] : [...new Set([...(this.made.get(declaration) ?? []), ...alike])];
    // What overrides a method that has a body, too.
    const over = isCode(declaration) ? (this.made.get(declaration) ?? []) : [];
    return [...found, ...over].map((code) => ({
      code,
      names: this.bind({ node: code, names: new Map() }, call, names),
    }));
  }

  /** What stands for a signature, of what the code that is followed can know. */
  codeLike(signature: ts.Signature, from: ts.Node): Code[] {
    const known = [from, this.entrance ?? from].map((node) => this.importedBy(node.getSourceFile()));
    return (this.alike.get(this.checker.signatureToString(signature)) ?? []).filter((one) =>
      known.some((files) => files.has(one.getSourceFile())),
    );
  }

  private importedBy(source: ts.SourceFile): Set<ts.SourceFile> {
    const known = this.imported.get(source);
    if (known) return known;
    const found = new Set([source]);
    this.imported.set(source, found);
    for (const file of found) {
      for (const statement of file.statements) {
        const from =
          (ts.isImportDeclaration(statement) || ts.isExportDeclaration(statement)) && statement.moduleSpecifier;
        const declaration = from ? this.symbolOf(from)?.valueDeclaration : undefined;
        if (declaration && ts.isSourceFile(declaration) && !declaration.isDeclarationFile) found.add(declaration);
      }
    }
    return found;
  }

  /** The function, the object or the text that an expression is; undefined where it is neither, or not known. */
  valueOf(node: ts.Node, names: Names): Value | undefined {
    if (isCode(node) || ts.isObjectLiteralExpression(node) || isText(node)) return { node, names };
    if (ts.isParenthesizedExpression(node) || ts.isAsExpression(node) || ts.isNonNullExpression(node))
      return this.valueOf(node.expression, names);
    if (ts.isIdentifier(node)) return this.named(this.symbolOf(node), names);
    if (ts.isPropertyAccessExpression(node)) return this.member(node, names);
    if (ts.isCallExpression(node)) return this.returned(node, names);
    return undefined;
  }

  private named(symbol: ts.Symbol | undefined, names: Names): Value | undefined {
    const known = symbol && names.get(symbol);
    if (known) return known;
    const declaration = symbol?.valueDeclaration;
    if (declaration && ts.isFunctionDeclaration(declaration) && isCode(declaration))
      return { node: declaration, names: new Map() };
    if (declaration && ts.isBindingElement(declaration)) return this.part(declaration, names);
    const isConstant =
      declaration && ts.isVariableDeclaration(declaration) && declaration.parent.flags & ts.NodeFlags.Const;
    return isConstant && declaration.initializer ? this.valueOf(declaration.initializer, names) : undefined;
  }

  /** What a name is that is taken out of an object: `const { work } = decision`. */
  private part({ parent, name, propertyName }: ts.BindingElement, names: Names): Value | undefined {
    const { parent: holder } = parent;
    const object = ts.isVariableDeclaration(holder) && holder.initializer && this.valueOf(holder.initializer, names);
    return object ? this.partOf(object, (propertyName ?? name).getText()) : undefined;
  }

  private member({ expression, name }: ts.PropertyAccessExpression, names: Names): Value | undefined {
    const holder = this.valueOf(expression, names);
    if (holder) return this.partOf(holder, name.text);
    const declaration = this.symbolOf(name)?.valueDeclaration;
    return declaration && ts.isMethodDeclaration(declaration) && isCode(declaration) && !this.made.has(declaration)
      ? { node: declaration, names: new Map() }
      : undefined;
  }

  private partOf({ node, names }: Value, name: string): Value | undefined {
    if (!ts.isObjectLiteralExpression(node)) return undefined;
    for (const property of node.properties) {
      const spread = ts.isSpreadAssignment(property) && this.valueOf(property.expression, names);
      const inner = spread ? this.partOf(spread, name) : undefined;
      if (inner) return inner;
      if (property.name?.getText() !== name) continue;
      if (ts.isPropertyAssignment(property)) return this.valueOf(property.initializer, names);
      if (ts.isMethodDeclaration(property) && isCode(property)) return { node: property, names };
      if (ts.isShorthandPropertyAssignment(property))
        return this.named(this.checker.getShorthandAssignmentValueSymbol(property), names);
    }
    return undefined;
  }

  /** What a call answers, where that is a function: `x.bind(y)`, or what a function of ours returns. */
  private returned(call: ts.CallExpression, names: Names): Value | undefined {
    const { expression } = call;
    if (ts.isPropertyAccessExpression(expression) && expression.name.text === 'bind')
      return this.valueOf(expression.expression, names);
    const value = this.valueOf(expression, names);
    if (!value || !isCode(value.node)) return undefined;
    const { body } = value.node;
    const [only] = ts.isBlock(body)
      ? body.statements.filter(ts.isReturnStatement).map((one) => one.expression)
      : [body];
    return only && (isCode(only) || ts.isObjectLiteralExpression(only))
      ? { node: only, names: this.bind(value, call, names) }
      : undefined;
  }

  /** What the parameters of the code stand for in this call, beside what its names stood for where it was written. */
  private bind({ node, names: around }: Value, call: ts.CallExpression, names: Names): Names {
    const bound = new Map(around);
    (node as Code).parameters.forEach(({ name }, place) => {
      const argument = call.arguments[place];
      const value = argument && this.valueOf(argument, names);
      if (value) this.bindName(name, value, bound);
    });
    return bound;
  }

  private bindName(name: ts.BindingName, value: Value, bound: Map<ts.Symbol, Value>): void {
    if (ts.isIdentifier(name)) {
      const symbol = this.checker.getSymbolAtLocation(name);
      if (symbol) bound.set(symbol, value);
    } else if (ts.isObjectBindingPattern(name)) {
      for (const element of name.elements) {
        const rest = element.dotDotDotToken
          ? value
          : this.partOf(value, (element.propertyName ?? element.name).getText());
        if (rest) this.bindName(element.name, rest, bound);
      }
    }
  }
}

export function isCode(node: ts.Node): node is Code {
  return ts.isFunctionLike(node) && 'body' in node && node.body !== undefined;
}

function isText(node: ts.Node): boolean {
  return ts.isStringLiteralLike(node) || ts.isTemplateExpression(node);
}

function add<Key>(map: Map<Key, Code[]>, key: Key, code: Code): void {
  const known = map.get(key);
  if (known) known.push(code);
  else map.set(key, [code]);
}
