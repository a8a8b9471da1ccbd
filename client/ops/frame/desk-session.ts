import { useSyncExternalStore } from 'react';
import type { OperatorSessionView } from '../../../server/contract/operations';
import type { OperatorRole } from '../../../server/contract/operations/words';
import { CallFailed } from '../../platform/api';
import { observable } from '../../platform/observable';
import { ReplyMemory } from '../../platform/queries';

export interface DeskState {
  /** `asking`: not known yet. `lost`: it has ended, and the page behind the login is kept. */
  phase: 'asking' | 'unreachable' | 'out' | 'in' | 'lost';
  session: OperatorSessionView | null;
}

const state = observable<DeskState>({ phase: 'asking', session: null });

/** The desk's own memory of replies; nothing of it is shared with the users' pages. */
export const deskQueries = new ReplyMemory({
  defaultOptions: {
    queries: {
      staleTime: 2000,
      retry: (count, error) => count < 2 && !(error instanceof CallFailed && error.kind !== 'unreachable'),
    },
  },
});

export const deskState = state.get;

export function useDesk(): DeskState {
  return useSyncExternalStore(state.subscribe, state.get);
}

/** Who is at the desk. Call it below the login only. */
export function useOperator(): OperatorSessionView {
  const { session } = useDesk();
  if (!session) throw new Error('Nobody is at the desk.');
  return session;
}

/** Whether the operator has one of the roles; of none given: whoever is at the desk may. */
export function useCan(...roles: readonly OperatorRole[]): boolean {
  const { session } = useDesk();
  return roles.length === 0 || (session?.operator.roles.some((role) => roles.includes(role)) ?? false);
}

/** A session is open. What another operator saw is forgotten; what the same one saw is asked for again. */
export function enterDesk(session: OperatorSessionView): void {
  const before = state.get().session?.operator.id;
  const returns = before === session.operator.id;
  if (!returns) deskQueries.clear();
  state.set({ phase: 'in', session });
  if (returns) void deskQueries.invalidateQueries({ predicate: ({ meta }) => meta?.recorded !== true });
}

export function leaveDesk(): void {
  deskQueries.clear();
  state.set({ phase: 'out', session: null });
}

/** The server knows the session no more. */
export function loseDesk(): void {
  const { phase, session } = state.get();
  if (phase === 'in') state.set({ phase: 'lost', session });
  else if (phase === 'asking') state.set({ phase: 'out', session: null });
}

export function deskUnreachable(): void {
  if (state.get().phase === 'asking') state.set({ phase: 'unreachable', session: null });
}

export function askAgain(): void {
  state.set({ phase: 'asking', session: null });
}
