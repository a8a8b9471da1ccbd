import { QueryClient } from '@tanstack/react-query';
import { onSessionChange, onUserChange } from './session';

/** Keys of replies about the user that is logged in begin with this; they go with the session. */
export const OWN = 'own';

/** The page's one memory of HTTP replies. */
export const queries = new QueryClient({
  defaultOptions: { queries: { retry: 1, staleTime: 5000, refetchOnWindowFocus: true } },
});

/** Nothing of one user is ever shown to the next; questions that are on their way are given up. */
const forgetOwn = () => queries.removeQueries({ queryKey: [OWN] });
onSessionChange(forgetOwn);
onUserChange(forgetOwn);
