import { createHash, createHmac } from 'node:crypto';
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { SIGNING_EXAMPLE } from '../../../../server/contract/rules/api-keys.example';
import { LANGUAGES } from '../../../../server/contract/errors';
import { refusalText } from '../../../../server/contract/languages';
import { speak, speakMore } from '../../../languages';
import { apiKeysWords } from '../../../languages/api-keys';
import { changePreferences } from '../../../platform/preferences';
import { ApiDocs } from './api-docs';

it.each(LANGUAGES)(
  'shows an example that comes out as it says, and the words of every refusal (%s)',
  async (language) => {
    changePreferences({ language });
    await speak(language);
    await speakMore(apiKeysWords);
    const { container, unmount } = render(
      <MantineProvider env="test">
        <QueryClientProvider client={new QueryClient()}>
          <ApiDocs />
        </QueryClientProvider>
      </MantineProvider>,
    );
    const shown = [...container.querySelectorAll('pre')].map(({ textContent }) => textContent ?? '');
    const [, body = '', text = '', signature = ''] = shown;
    expect(createHash('sha256').update(body).digest('hex')).toBe(text.split('\n')[6]);
    expect(createHmac('sha256', SIGNING_EXAMPLE.secret).update(text).digest('hex')).toBe(signature);
    const codes = [...container.querySelectorAll('dl code')].map(({ textContent }) => textContent ?? '');
    expect(codes).toEqual(expect.arrayContaining(['api-key.not-accepted', 'api-key.replayed', 'request.too-many']));
    expect(await screen.findByText(refusalText(language, 'api-key.replayed', {}))).not.toBeNull();
    expect(shown.slice(-2)).toEqual([`${location.origin}/openapi.json`, `${location.origin}/asyncapi.json`]);
    unmount();
  },
);
