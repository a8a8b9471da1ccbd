import ts from 'typescript';
import { type Code, isCode, type Names } from './called-code.js';

/** What is true at a point of the code, on one of the ways to it. */
export interface AtPoint {
  /** The same for two that differ in nothing. */
  readonly key: string;
}

interface Flow<State> {
  /** At the end of it. */
  next: State[];
  /** Where it returned before. */
  left: State[];
}

const WAYS_MAX = 2000;
const SHORT = new Set([
  ts.SyntaxKind.AmpersandAmpersandToken,
  ts.SyntaxKind.BarBarToken,
  ts.SyntaxKind.QuestionQuestionToken,
]);

/**
 * The ways through code, statement by statement: both branches, loops no time, once and twice, what may throw in the middle. What a
 * call does is asked of whoever looks. `break` and `continue` are passed over, so that a way may be one that nobody goes.
 */
export abstract class CodeWays<State extends AtPoint> {
  /** Loops around what is looked at. */
  protected loops = 0;
  private tries: State[][] = [];

  /** @returns what is true behind the call. */
  protected abstract call(node: ts.CallExpression, states: State[], names: Names): State[];

  /** Says what is true in the middle of something, where it may throw. */
  protected reach(state: State): void {
    for (const reached of this.tries) reached.push(state);
  }

  /** Looks at code that has nothing to do with the loops and tries around it. */
  protected apart(look: () => void): void {
    const { loops, tries } = this;
    [this.loops, this.tries] = [0, []];
    look();
    [this.loops, this.tries] = [loops, tries];
  }

  protected run({ body }: Code, states: State[], names: Names): State[] {
    if (!ts.isBlock(body)) return this.expression(body, states, names);
    const { next, left } = this.block(body.statements, states, names);
    return distinct([...next, ...left]);
  }

  private block(statements: readonly ts.Statement[], states: State[], names: Names): Flow<State> {
    const left: State[] = [];
    let next = states;
    for (const statement of statements) {
      const flow = this.statement(statement, next, names);
      left.push(...flow.left);
      next = flow.next;
    }
    return { next, left };
  }

  private statement(node: ts.Statement, states: State[], names: Names): Flow<State> {
    if (states.length === 0) return { next: [], left: [] };
    if (ts.isBlock(node)) return this.block(node.statements, states, names);
    if (ts.isReturnStatement(node))
      return { next: [], left: node.expression ? this.expression(node.expression, states, names) : states };
    if (ts.isThrowStatement(node)) return { next: [], left: [] };
    if (ts.isIfStatement(node)) {
      const after = this.expression(node.expression, states, names);
      const [then, other] = [node.thenStatement, node.elseStatement].map((one) =>
        one ? this.statement(one, after, names) : { next: after, left: [] },
      ) as [Flow<State>, Flow<State>];
      return { next: distinct([...then.next, ...other.next]), left: [...then.left, ...other.left] };
    }
    if (ts.isTryStatement(node)) return this.tried(node, states, names);
    if (ts.isSwitchStatement(node)) return this.switched(node, states, names);
    if (ts.isIterationStatement(node, false)) return this.looped(node, states, names);
    // Without `break` and `continue`: what is held there is held at the end of the loop's body, too.
    return { next: this.expression(node, states, names), left: [] };
  }

  private tried({ tryBlock, catchClause, finallyBlock }: ts.TryStatement, states: State[], names: Names): Flow<State> {
    const reached = [...states];
    this.tries.push(reached);
    const flow = this.block(tryBlock.statements, states, names);
    this.tries.pop();
    const caught = catchClause
      ? this.block(catchClause.block.statements, distinct(reached), names)
      : { next: [], left: [] };
    const [next, left] = [distinct([...flow.next, ...caught.next]), distinct([...flow.left, ...caught.left])];
    if (!finallyBlock) return { next, left };
    const last = this.block(finallyBlock.statements, next, names);
    return { next: last.next, left: [...last.left, ...this.block(finallyBlock.statements, left, names).next] };
  }

  private switched(node: ts.SwitchStatement, states: State[], names: Names): Flow<State> {
    const after = this.expression(node.expression, states, names);
    const left: State[] = [];
    const next = [...after];
    for (const { statements } of node.caseBlock.clauses) {
      const flow = this.block(statements, after, names);
      left.push(...flow.left);
      next.push(...flow.next);
    }
    return { next: distinct(next), left };
  }

  private looped(node: ts.IterationStatement, states: State[], names: Names): Flow<State> {
    const [ends, left]: [State[], State[]] = [[...states], []];
    this.loops += 1;
    let at = states;
    for (let round = 0; round < 2; round += 1) {
      for (const part of this.partsOf(node)) at = this.expression(part, at, names);
      const flow = this.statement(node.statement, at, names);
      left.push(...flow.left);
      at = flow.next;
      ends.push(...at);
    }
    this.loops -= 1;
    return { next: distinct(ends), left };
  }

  private partsOf(node: ts.IterationStatement): ts.Node[] {
    const parts: (ts.Node | undefined)[] = ts.isForStatement(node)
      ? [node.initializer, node.condition, node.incrementor]
      : 'expression' in node
        ? [node.expression as ts.Node]
        : [];
    return parts.filter((part) => part !== undefined);
  }

  private expression(node: ts.Node, states: State[], names: Names): State[] {
    if (states.length === 0 || isCode(node) || ts.isTypeNode(node)) return states;
    if (ts.isConditionalExpression(node)) {
      const after = this.expression(node.condition, states, names);
      return distinct([node.whenTrue, node.whenFalse].flatMap((one) => this.expression(one, after, names)));
    }
    if (ts.isBinaryExpression(node) && SHORT.has(node.operatorToken.kind)) {
      const after = this.expression(node.left, states, names);
      return distinct([...after, ...this.expression(node.right, after, names)]);
    }
    let at = states;
    ts.forEachChild(node, (child) => {
      at = this.expression(child, at, names);
    });
    if (!ts.isCallExpression(node)) return at;
    const after = this.call(node, at, names);
    return ts.isOptionalChain(node) ? distinct([...at, ...after]) : after;
  }
}

export function distinct<State extends AtPoint>(states: readonly State[]): State[] {
  const known = new Map(states.map((state) => [state.key, state]));
  if (known.size > WAYS_MAX) throw new Error(`There are ${known.size} ways.`);
  return [...known.values()];
}
