import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DataExportView } from '../../../../server/contract/account/data-exports.dto';
import { CallFailed } from '../../../platform/api';
import { download } from '../../../platform/download';
import { failureWords } from '../../../platform/failure-words';
import { useLanguage } from '../../../platform/preferences';
import { saveFile } from '../../../platform/save-file';
import { toast } from '../../../ui/toast';
import { useWireTime } from '../profile';
import styles from './data-exports.module.css';

const STATES = {
  waiting: 'dataExports.waiting',
  ready: 'dataExports.ready',
  failed: 'dataExports.failed',
  gone: 'dataExports.gone',
} as const;

function stateWord(state: string) {
  return Object.entries(STATES).find(([name]) => name === state)?.[1] ?? STATES.gone;
}

/** One file: how far it is, and while there is one, the button that saves it. */
export function DataExportCard({ file }: { file: DataExportView }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const wireTime = useWireTime();
  const { busy, failure, save } = useSave(file.id);
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
      </div>
      {isReady && (
        <Button variant="default" size="md" fullWidth loading={busy} onClick={() => void save()}>
          {t('dataExports.save')}
        </Button>
      )}
      {failure !== null && (
        <p role="alert" className={styles.problem}>
          {failure}
        </p>
      )}
    </li>
  );
}

function sizeText(language: string, bytes: number): string {
  const kilobytes = Math.max(1, Math.round(bytes / 1000));
  return new Intl.NumberFormat(language, { style: 'unit', unit: 'kilobyte' }).format(kilobytes);
}

function useSave(id: string) {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const save = async () => {
    setBusy(true);
    setFailure(null);
    try {
      const { name, content } = await download('user/data_exports/file', { id });
      saveFile(name, content);
      toast(t('dataExports.saved', { name }));
    } catch (error) {
      if (error instanceof CallFailed && error.kind !== 'session') setFailure(failureWords(error, t));
    } finally {
      setBusy(false);
    }
  };
  return { busy, failure, save };
}
