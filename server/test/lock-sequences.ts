import { relative } from 'node:path';
import ts from 'typescript';
import { CalledCode, type Code, isCode, type Names } from './called-code.js';
import { CodeWays, distinct } from './code-ways.js';
import { type Place, rowsOf, type TakenLock } from './lock-order.js';
import { StatementLocks, writtenText } from './statement-locks.js';

interface State {
  readonly key: string;
  /** Names of locks, in the order in which they were taken; in brackets what waited for nobody. */
  readonly held: readonly string[];
  /** The furthest place in the order. */
  readonly place: number;
  /** Within a transaction. */
  readonly isWithin: boolean;
}

export interface Sequence {
  /** Below `server`: the file, and the method that begins the transaction. */
  entrance: string;
  /** The locks of each of its ways. */
  ways: string[][];
}

/** In `not known` nobody can say what the transaction does there. */
export type Problem = 'too late' | 'no place' | 'another journal' | 'one by one' | 'within one' | 'not known';

export interface Fault {
  entrance: string;
  /** The lock. */
  what: string;
  problem: Problem;
  /** The file and the line, and what is held there. */
  at: string;
  held: readonly string[];
}

const OUTSIDE: State = { key: 'outside', held: [], place: 0, isWithin: false };
const BEGUN: State = { key: '', held: [], place: 0, isWithin: true };
const ITERATORS = new Set('map forEach flatMap filter some every find reduce sort toSorted from'.split(' '));
/** The accounts of all journals were locked by one statement. */
const ALL_ACCOUNTS = 'all accounts';

/**
 * Follows the code of each transaction from where it begins, call by call and way by way, and says which locks it takes one
 * after the other. Whatever a transaction is handed to is followed, or is a fault.
 */
export class LockSequences extends CodeWays<State> {
  readonly faults: Fault[] = [];
  /** What statements of stores lock within transactions: the file and the name. */
  readonly seen = new Set<string>();
  private readonly called: CalledCode;
  private readonly statements: StatementLocks;
  /** Steps within which names come as they are listed. */
  private readonly listed: ReadonlySet<string>;
  private readonly names: readonly string[];
  private readonly running: Code[] = [];
  private entrance = '';
  private ways: State[] = [];

  /** @param server the folder from which files are named. */
  constructor(
    program: ts.Program,
    private readonly server: string,
    private readonly order: ReadonlyMap<string, Place>,
  ) {
    super();
    const isLookedAt = ({ isDeclarationFile, fileName }: ts.SourceFile) =>
      !isDeclarationFile && !/\.spec\.ts$|\/(test|bench)\//.test(fileName);
    this.called = new CalledCode(program, program.getSourceFiles().filter(isLookedAt));
    this.statements = new StatementLocks(order);
    const listed = rowsOf('The order').filter(([, , , , how = '']) => how.startsWith('as listed'));
    this.listed = new Set(listed.map(([, , step = '']) => step));
    this.names = [...order.keys()];
  }

  /** Each place at which a transaction begins. */
  find(): Sequence[] {
    const found: Sequence[] = [];
    const look = (node: ts.Node): void => {
      if (ts.isCallExpression(node) && this.begins(node)) {
        [this.entrance, this.ways, this.called.entrance] = [this.nameOf(node), [], node];
        for (const names of this.guesses(node)) this.call(node, [OUTSIDE], names);
        found.push({ entrance: this.entrance, ways: distinct(this.ways).map(({ held }) => [...held]) });
      }
      ts.forEachChild(node, look);
    };
    for (const source of this.called.sources) look(source);
    return found;
  }

  /** Where a name stands for work of which only the type is known: all that it may be. */
  private guesses({ arguments: given }: ts.CallExpression): Names[] {
    const guesses = given.flatMap((one) => {
      const symbol = this.called.valueOf(one, new Map()) ? undefined : this.called.symbolOf(one);
      const signatures = symbol && this.isWork(this.typeOf(one)) ? this.typeOf(one).getCallSignatures() : [];
      const codes = signatures.flatMap((signature) => this.called.codeLike(signature, one));
      return codes.map((code) => new Map([[symbol as ts.Symbol, { node: code, names: new Map() }]]));
    });
    return guesses.length > 0 ? guesses : [new Map()];
  }

  /** Whether work is handed over here that is given a transaction, and this is no part of such work itself. */
  private begins(call: ts.CallExpression): boolean {
    return call.arguments.some((one) => this.isWork(this.typeOf(one))) && !this.isPartOfWork(call);
  }

  private isPartOfWork(node: ts.Node): boolean {
    for (let at = node.parent; at; at = at.parent) {
      const given = isCode(at) ? at.parameters.map((one) => this.typeOf(one)) : [];
      if (given.some((type) => this.isTransaction(type) || this.isWork(type))) return true;
    }
    return false;
  }

  private isWork(type: ts.Type): boolean {
    return type
      .getCallSignatures()
      .some(({ parameters }) => parameters.some((one) => this.isTransaction(this.called.checker.getTypeOfSymbol(one))));
  }

  private isTransaction(type: ts.Type): boolean {
    return (type.isUnion() ? type.types : [type]).some(({ symbol }) => symbol?.name === 'EntityManager');
  }

  private typeOf(node: ts.Node): ts.Type {
    return this.called.checker.getTypeAtLocation(node);
  }

  private nameOf(node: ts.Node): string {
    const names: string[] = [];
    for (let at: ts.Node | undefined = node; at; at = at.parent) {
      if ((ts.isMethodDeclaration(at) || ts.isFunctionDeclaration(at)) && at.name) names.unshift(at.name.getText());
    }
    return `${relative(this.server, node.getSourceFile().fileName)} ${names.join('.')}`;
  }

  private placeOf(node: ts.Node): string {
    const source = node.getSourceFile();
    return `${relative(this.server, source.fileName)}:${source.getLineAndCharacterOfPosition(node.getStart()).line + 1}`;
  }

  protected override call(node: ts.CallExpression, states: State[], names: Names): State[] {
    if (!this.isHandedOn(node, names)) return states;
    const { expression } = node;
    const [holder, name] = ts.isPropertyAccessExpression(expression)
      ? [expression.expression, expression.name.text]
      : [undefined, expression.getText()];
    if (name === 'callFunction' || name === 'callForRow' || name === 'callForRows')
      return distinct(this.stored(node).flatMap((locks) => this.takeAll(locks, states, node)));
    if (name === 'runPrepared' || (name === 'query' && holder)) {
      const text = node.arguments[name === 'query' ? 0 : 1];
      return this.takeAll(this.asked(node, text && (this.called.valueOf(text, names)?.node ?? text)), states, node);
    }
    if (name === 'transaction' && holder && !this.isTransaction(this.typeOf(holder)))
      return this.begin(node, states, names);
    const codes = this.called.codeOf(node, names);
    if (codes.length > 0) return distinct(codes.flatMap(({ code, names: bound }) => this.enter(code, states, bound)));
    return this.library(node, states, { names, isRepeated: ITERATORS.has(name) });
  }

  /** Whether the call can do something with a transaction: it is handed on, or to what was written where it is known. */
  private isHandedOn({ expression, arguments: given }: ts.CallExpression, names: Names): boolean {
    if (ts.isPropertyAccessExpression(expression) && this.isTransaction(this.typeOf(expression.expression)))
      return true;
    const value = this.called.valueOf(expression, names);
    if (value && (names.size > 0 || this.isPartOfWork(value.node)) && this.isPartOfWork(value.node)) return true;
    return given.some((one) => this.carries(one, names));
  }

  private carries(node: ts.Expression, names: Names): boolean {
    const value = this.called.valueOf(node, names)?.node;
    if (value && (isCode(value) || ts.isObjectLiteralExpression(value))) return true;
    if (ts.isArrayLiteralExpression(node)) return node.elements.some((one) => this.carries(one, names));
    if (ts.isSpreadElement(node)) return this.carries(node.expression, names);
    const type = this.typeOf(node);
    const member = this.called.checker.getPropertyOfType(type, 'tx');
    const held = member && this.called.checker.getTypeOfSymbol(member);
    return this.isTransaction(type) || this.isWork(type) || (held !== undefined && this.isTransaction(held));
  }

  private enter(code: Code, states: State[], names: Names): State[] {
    if (this.running.includes(code)) return states;
    this.running.push(code);
    const after = this.run(code, states, names);
    this.running.pop();
    return after;
  }

  /** A package's function: what it is given to run it runs once or not, or for each of a list. */
  private library(
    node: ts.CallExpression,
    states: State[],
    { names, isRepeated }: { names: Names; isRepeated: boolean },
  ): State[] {
    let after = states;
    for (const argument of node.arguments) {
      const value = this.called.valueOf(argument, names);
      if (value && isCode(value.node)) {
        const { node: code, names: bound } = value;
        if (isRepeated) this.loops += 1;
        for (let round = 0; round < (isRepeated ? 2 : 1); round += 1)
          after = distinct([...after, ...this.enter(code as Code, after, bound)]);
        if (isRepeated) this.loops -= 1;
      } else if (this.isTransaction(this.typeOf(argument))) {
        this.unknown(node, 'a call');
      }
    }
    return after;
  }

  private begin(node: ts.CallExpression, states: State[], names: Names): State[] {
    const works = node.arguments.flatMap((one) => this.called.valueOf(one, names) ?? []);
    if (works.length === 0) this.unknown(node, 'work');
    if (states.some(({ isWithin }) => isWithin))
      this.faults.push({ ...this.here(node), what: 'another transaction', problem: 'within one' });
    this.apart(() => {
      for (const { node: work, names: bound } of works)
        if (isCode(work)) this.ways.push(...this.enter(work, [BEGUN], bound));
    });
    return states;
  }

  private unknown(node: ts.Node, what: string): void {
    this.faults.push({ ...this.here(node), what, problem: 'not known' });
  }

  private here(node: ts.Node): Omit<Fault, 'what' | 'problem'> {
    return { entrance: this.entrance, at: this.placeOf(node), held: [] };
  }

  // What a statement takes.

  /** By each of the stored functions that the call may name. */
  private stored(node: ts.CallExpression): TakenLock[][] {
    const type = node.arguments[1] && this.typeOf(node.arguments[1]);
    const parts = type?.isUnion() ? type.types : type ? [type] : [];
    if (!parts.every((part) => part.isStringLiteral())) this.unknown(node, 'a stored function');
    return parts.flatMap((part) => (part.isStringLiteral() ? [this.statements.ofFunction(part.value)] : []));
  }

  private asked(node: ts.CallExpression, statement: ts.Node | undefined): TakenLock[] {
    const text = writtenText(statement, this.called.checker);
    const file = relative(this.server, node.getSourceFile().fileName);
    const locks = this.statements.ofStatement(text, file);
    if (text.trim() === '') this.unknown(node, 'a statement');
    for (const { what } of locks) this.seen.add(`${file} ${what}`);
    return locks;
  }

  private takeAll(locks: TakenLock[], states: State[], node: ts.Node): State[] {
    let after = states;
    for (const lock of locks) after = distinct(after.map((state) => this.take(lock, state, node)));
    return after;
  }

  private take({ what, skips, isWhole, isChange }: TakenLock, state: State, node: ts.Node): State {
    if (!state.isWithin) return state;
    const { held } = state;
    const isAccount = what === 'ledger_account';
    if (isChange && held.includes(`(${what})`)) return state;
    const label = skips ? `(${what})` : isAccount && isWhole ? ALL_ACCOUNTS : what;
    if (isAccount ? held.includes(ALL_ACCOUNTS) : held.includes(label) || held.includes(what)) return state;
    const place = this.rankOf(what);
    const problem = this.problemOf({ what, skips, isWhole }, state);
    if (problem !== null) this.faults.push({ ...this.here(node), what, problem, held });
    const next = [...held, label];
    const after = {
      key: next.join(),
      held: next,
      isWithin: true,
      place: skips ? state.place : Math.max(state.place, place ?? 0),
    };
    this.reach(after);
    return after;
  }

  private problemOf({ what, skips, isWhole }: Omit<TakenLock, 'isChange'>, { held, place }: State): Problem | null {
    const rank = this.rankOf(what);
    const accounts = this.rankOf('ledger_account') ?? 0;
    if (rank === null) return 'no place';
    if (!skips && rank < place) return 'too late';
    if (rank === accounts && held.includes(what)) return 'another journal';
    return this.loops > 0 && !skips && !isWhole && rank <= accounts ? 'one by one' : null;
  }

  private rankOf(what: string): number | null {
    const known = this.order.get(what);
    if (!known) return null;
    return known.rank * 1000 + (this.listed.has(known.step) ? this.names.indexOf(what) : 0);
  }
}
