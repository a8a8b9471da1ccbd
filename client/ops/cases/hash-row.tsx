import { useTranslation } from 'react-i18next';
import { CodeText } from '../parts/code-text';
import { explorerOf } from './explorers';

/** A transaction's hash, and where to look it up. */
export function HashText({ network, hash, label }: { network: string; hash: string; label: string }) {
  const { t } = useTranslation('desk');
  const explorer = explorerOf(network, hash);
  return (
    <>
      <CodeText text={hash} label={label} />
      {explorer !== null && (
        <a className="desk-link" href={explorer} target="_blank" rel="noopener noreferrer">
          {t('deposit.explorer')}: {new URL(explorer).host}
        </a>
      )}
    </>
  );
}
