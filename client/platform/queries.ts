import { QueryClient, type QueryKey, type RefetchOptions, type RefetchQueryFilters } from '@tanstack/react-query';
import { onSessionChange, onUserChange } from './session';

/** Keys of replies about the user that is logged in begin with this; they go with the session. */
export const OWN = 'own';

/**
 * A memory of HTTP replies in which a change always ends in a reading that began after it. TanStack gives a request that
 * is under way up for the new one only if there are data already; a first request would be joined, and it may have read
 * the state from before the change.
 */
export class ReplyMemory extends QueryClient {
  /** Invalidating comes through here too. */
  override refetchQueries<Key extends QueryKey = QueryKey>(
    filters?: RefetchQueryFilters<Key>,
    options?: RefetchOptions,
  ): Promise<void> {
    if (options?.cancelRefetch !== false)
      for (const query of this.getQueryCache().findAll({ ...filters, fetchStatus: 'fetching' }))
        if (query.state.data === undefined && !query.isDisabled()) void query.cancel({ silent: true });
    return super.refetchQueries(filters, options);
  }
}

/** The page's one memory of HTTP replies. */
export const queries = new ReplyMemory({
  defaultOptions: { queries: { retry: 1, staleTime: 5000, refetchOnWindowFocus: true } },
});

/** Nothing of one user is ever shown to the next; questions that are on their way are given up. */
const forgetOwn = () => queries.removeQueries({ queryKey: [OWN] });
onSessionChange(forgetOwn);
onUserChange(forgetOwn);
