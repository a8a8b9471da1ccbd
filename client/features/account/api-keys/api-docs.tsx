import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { RefusalCode } from '../../../../server/contract/errors';
import { SIGNING_EXAMPLE } from '../../../../server/contract/rules/api-keys.example';
import { signedText } from '../../../../server/contract/rules/api-keys.rules';
import { useLanguage } from '../../../platform/preferences';
import { CopyButton } from '../../../ui/copy-button';
import { DetailsList } from '../../../ui/details-list';
import { FormIntro } from '../../../ui/form';
import { ApiCalls } from './api-calls';
import styles from './api-keys.module.css';
import { refusalWords } from './refusal-words';

const LINES = ['line1', 'line2', 'line3', 'line4', 'line5', 'line6', 'line7'] as const;
const CLOSING = ['once', 'again', 'scopes', 'demo', 'limits', 'sockets'] as const;
/** By status, as the server answers them. */
const REFUSALS: readonly (readonly [status: number, code: RefusalCode])[] = [
  [400, 'api-key.malformed'],
  [401, 'api-key.window'],
  [401, 'api-key.not-accepted'],
  [401, 'api-key.expired'],
  [401, 'api-key.ended'],
  [403, 'api-key.address'],
  [403, 'api-key.scope'],
  [403, 'api-key.money'],
  [403, 'api-key.call-closed'],
  [409, 'api-key.replayed'],
  [429, 'request.too-many'],
];

/** How a program signs, with an example to compute, the refusals, the files for generators of clients, and every call. */
export function ApiDocs() {
  const { t } = useTranslation();
  return (
    <>
      <FormIntro text={t('apiDocs.intro')} />
      <div className={styles.article}>
        <Part title={t('apiDocs.start')}>
          <p>{t('apiDocs.startText')}</p>
          <Code label="URL" text={`${location.origin}/api/…`} />
        </Part>
        <Part title={t('apiDocs.sign')}>
          <p>{t('apiDocs.signText')}</p>
          <ol className={styles.lines}>
            {LINES.map((line) => (
              <li key={line}>{t(`apiDocs.${line}`)}</li>
            ))}
          </ol>
          <p>{t('apiDocs.hmacText')}</p>
          <p>{t('apiDocs.ed25519Text')}</p>
        </Part>
        <Example />
        {CLOSING.map((part) => (
          <Part key={part} title={t(`apiDocs.${part}`)}>
            <p>{t(`apiDocs.${part}Text`)}</p>
          </Part>
        ))}
        <Refusals />
        <Part title={t('apiDocs.files')}>
          <p>{t('apiDocs.filesText')}</p>
          <Code label={t('apiDocs.openapi')} text={`${location.origin}/openapi.json`} />
          <Code label={t('apiDocs.asyncapi')} text={`${location.origin}/asyncapi.json`} />
        </Part>
        <Part title={t('apiDocs.calls')}>
          <p>{t('apiDocs.callsText')}</p>
          <ApiCalls />
        </Part>
      </div>
    </>
  );
}

function Example() {
  const { t } = useTranslation();
  const { key, secret, body, signature, ...parts } = SIGNING_EXAMPLE;
  return (
    <Part title={t('apiDocs.example')}>
      <p>{t('apiDocs.exampleText')}</p>
      <DetailsList
        details={[
          { label: t('apiKeys.key'), value: <code>{key}</code> },
          { label: t('apiKeys.secret'), value: <code>{secret}</code> },
        ]}
      />
      <Code label={t('apiDocs.body')} text={body} />
      <Code label={t('apiDocs.text')} text={signedText({ key, ...parts })} />
      <Code label={t('apiDocs.signature')} text={signature} />
    </Part>
  );
}

function Refusals() {
  const { t } = useTranslation();
  const { data } = useQuery(refusalWords(useLanguage()));
  return (
    <Part title={t('apiDocs.errors')}>
      <p>{t('apiDocs.errorsText')}</p>
      <dl className={styles.errors}>
        {REFUSALS.map(([status, code]) => (
          <div key={code} className={styles.error}>
            <dt>{status}</dt>
            <dd>
              <code>{code}</code>
              <p>{data?.[code] ?? ''}</p>
            </dd>
          </div>
        ))}
      </dl>
    </Part>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.part}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}

function Code({ label, text }: { label: string; text: string }) {
  return (
    <div>
      <div className={styles.codeHead}>
        <span>{label}</span>
        <CopyButton text={text} label={label} />
      </div>
      <pre className={styles.code}>{text}</pre>
    </div>
  );
}
