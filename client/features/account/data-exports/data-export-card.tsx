import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { DataExportView } from '../../../../server/contract/account/data-exports.dto';
import { useLanguage } from '../../../platform/preferences';
import { useWireTime } from '../profile';
import styles from './data-exports.module.css';

const STATES = {
  waiting: 'dataExports.waiting',
  ready: 'dataExports.ready',
  failed: 'dataExports.failed',
  'too-large': 'dataExports.tooLarge',
  gone: 'dataExports.gone',
} as const;

function stateWord(state: string) {
  return Object.entries(STATES).find(([name]) => name === state)?.[1] ?? STATES.gone;
}

/** One file: how far it is, and while there is one, the button that saves it. */
export function DataExportCard({ file, onSave }: { file: DataExportView; onSave: () => void }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const wireTime = useWireTime();
  const isReady = file.state === 'ready';
  return (
    <li className={styles.card} data-over={file.state === 'gone' || undefined}>
      <div className={styles.head}>
        <p className={styles.state}>{t(stateWord(file.state))}</p>
        {isReady && <span className={styles.size}>{sizeText(language, file.bytes)}</span>}
      </div>
      <div className={styles.facts}>
        <p>{t('dataExports.askedAt', { time: wireTime(file.asked_at) })}</p>
        {isReady && <p>{t('dataExports.until', { time: wireTime(file.expires_at) })}</p>}
        {file.state === 'failed' && <p>{t('dataExports.failedText')}</p>}
        {file.state === 'too-large' && <p>{t('dataExports.tooLargeText')}</p>}
      </div>
      {isReady && (
        <Button variant="default" size="md" fullWidth onClick={onSave}>
          {t('dataExports.save')}
        </Button>
      )}
    </li>
  );
}

function sizeText(language: string, bytes: number): string {
  const kilobytes = Math.max(1, Math.round(bytes / 1000));
  return new Intl.NumberFormat(language, { style: 'unit', unit: 'kilobyte' }).format(kilobytes);
}
