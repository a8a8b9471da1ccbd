import { queryOptions } from '@tanstack/react-query';
import type { ServiceNotesView, ServiceStatusView } from '../../../../server/contract/service-status.dto';
import { get } from '../../../platform/api';

/** What is read is the server's in the reader's language. */
export const serviceStatus = (language: string) =>
  queryOptions({
    queryKey: ['service-status', language],
    queryFn: ({ signal }) => get<ServiceStatusView>('status', {}, { signal, quiet: true }),
    refetchInterval: 30_000,
  });

export const serviceNotes = (language: string) =>
  queryOptions({
    queryKey: ['service-notes', language],
    queryFn: ({ signal }) => get<ServiceNotesView>('status/notes', {}, { signal, quiet: true }),
    refetchInterval: 60_000,
  });
