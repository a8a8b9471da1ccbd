import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { serverNow } from '../../../platform/server-clock';
import { useMarkTooOld } from './use-marks';

interface Read {
  /** When the preview came, by the device; 0: none has. */
  dataUpdatedAt: number;
  /** The next one waits for the network. */
  isPaused: boolean;
}

/**
 * Why nothing is gone on with by a preview that was read, in words: none comes any more, or none has come for so long that a price
 * would be called late. Null: it is one of now, or none was read.
 */
export function usePreviewHindrance({ dataUpdatedAt, isPaused }: Read): string | null {
  const { t } = useTranslation();
  const [read, setRead] = useState(() => ({ which: dataUpdatedAt, at: serverNow() }));
  if (read.which !== dataUpdatedAt) setRead({ which: dataUpdatedAt, at: serverNow() });
  const isOld = useMarkTooOld(dataUpdatedAt === 0 ? null : read.at) !== null;
  if (isPaused) return t('futures.stopped.offline');
  return isOld ? t('futures.stopped.stale') : null;
}
