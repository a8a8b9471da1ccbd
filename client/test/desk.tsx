import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { configure, render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { getI18n } from 'react-i18next';
import { MemoryRouter } from 'react-router-dom';
import type { OperatorRole } from '../../server/contract/operations/words';
import { speak } from '../languages';
import { changePreferences } from '../platform/preferences';
import { deskQueries, enterDesk } from '../ops/frame/desk-session';
import { words } from '../ops/words/desk/en';

// A bound against hanging, not an expectation of speed: the machine may be busy.
configure({ asyncUtilTimeout: 15_000 });

/** Speaks English, as the desk does after its words have come. */
export async function speakDesk(): Promise<void> {
  changePreferences({ language: 'en' });
  await speak('en');
  getI18n().addResourceBundle('en', 'desk', words, true, true);
}

/** An operator is at the desk. */
export function sitDown(...roles: OperatorRole[]): void {
  const operator = {
    id: '7',
    login: 'greta',
    roles,
    status: 'active' as const,
    hasPassword: true,
    createdAt: 0,
    lastLoginAt: null,
  };
  enterDesk({ operator, expiresAt: 4e12, idleMinutes: 30 });
}

export function showDesk(children: ReactNode, path = '/ops') {
  deskQueries.clear();
  return render(
    <MantineProvider env="test">
      <QueryClientProvider client={deskQueries}>
        <MemoryRouter initialEntries={[path]}>{children}</MemoryRouter>
      </QueryClientProvider>
    </MantineProvider>,
  );
}

export interface DeskCall {
  path: string;
  method: string;
  body: unknown;
  /** Of a command that is done once. */
  key?: string;
}

/** Answers the desk's calls: by path, each answer an envelope, a picture, or a way to make one. Keeps what was called. */
export function answerDesk(answers: Record<string, unknown>): DeskCall[] {
  const calls: DeskCall[] = [];
  globalThis.fetch = (async (address: string, request: RequestInit = {}) => {
    const path = address.replace('/ops/api/', '').split('?')[0] ?? '';
    const key = new Headers(request.headers).get('idempotency-key');
    calls.push({
      path,
      ...(key === null ? {} : { key }),
      method: request.method ?? 'GET',
      body: JSON.parse((request.body as string | undefined) ?? 'null') as unknown,
    });
    const answer = answers[path];
    const envelope: unknown = await (typeof answer === 'function' ? (answer as () => unknown)() : answer);
    if (envelope instanceof Blob)
      return { headers: new Headers({ 'content-type': envelope.type }), blob: async () => envelope };
    return { headers: new Headers(), json: async () => envelope ?? { type: 'error', message: 'not there' } };
  }) as unknown as typeof fetch;
  return calls;
}
