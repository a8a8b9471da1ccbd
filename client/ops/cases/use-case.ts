import { type UseQueryResult, useQueryClient } from '@tanstack/react-query';
import type { ClaimView } from '../../../server/contract/operations';
import { refreshDesk, useDeskQuery } from '../parts/use-desk-query';

interface QueryShape {
  queryKey: readonly unknown[];
}

interface Listed {
  list: { id: string; claim: ClaimView | null }[];
}

interface OpenCase<Detail> {
  query: UseQueryResult<Detail>;
  /** Puts a claim into what is shown, without another look that would be written down. */
  claimed: (change: (detail: Detail, claim: ClaimView | null) => Detail) => (claim: ClaimView | null) => void;
  /** After a decision: the case and the lists are asked for anew. */
  decided: () => void;
}

/** One case. Each time it is asked for, that is written down: so it is asked for when it is opened and after an act. */
export function useCase<Detail>(kind: string, id: string): OpenCase<Detail> {
  const path = `${kind}/${id}`;
  const query = useDeskQuery<Detail>(path, {}, { recorded: true });
  const memory = useQueryClient();
  // The key of a list is shorter than that of a case.
  const listed = { queryKey: ['desk', kind], predicate: ({ queryKey }: QueryShape) => queryKey.length === 3 };
  const lists = () => {
    void memory.invalidateQueries(listed);
    refreshDesk('queues', 'proposals');
  };
  return {
    query,
    claimed: (change) => (claim) => {
      memory.setQueryData<Detail>(['desk', kind, id, {}], (before) => before && change(before, claim));
      memory.setQueriesData<Listed>(
        listed,
        (before) => before && { ...before, list: before.list.map((row) => (row.id === id ? { ...row, claim } : row)) },
      );
      lists();
    },
    decided: () => {
      void query.refetch();
      lists();
    },
  };
}
