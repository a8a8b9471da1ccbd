import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Sheet } from '../../../ui/sheet';
import { fetchLinePicture } from './otc.api';
import styles from './chat-room.module.css';

/** The picture of a line, small, and large when it is touched. */
export function LinePicture({ id, number }: { id: string; number: number }) {
  const { t } = useTranslation();
  const [address, setAddress] = useState<string | null>(null);
  const [isGone, setIsGone] = useState(false);
  const [opened, setOpened] = useState(false);
  useEffect(() => {
    const stop = new AbortController();
    let made: string | null = null;
    fetchLinePicture(id, number, stop.signal).then(
      (blob) => {
        if (stop.signal.aborted) return;
        if (blob === null) return setIsGone(true);
        made = URL.createObjectURL(blob);
        setAddress(made);
      },
      () => {
        if (!stop.signal.aborted) setIsGone(true);
      },
    );
    return () => {
      stop.abort();
      if (made !== null) URL.revokeObjectURL(made);
    };
  }, [id, number]);
  if (isGone) return <span className={styles.bubble}>{t('otc.pictureGone')}</span>;
  if (address === null) return <span className={styles.bubble}>{t('otc.picture')}</span>;
  return (
    <>
      <button type="button" className={styles.open} onClick={() => setOpened(true)}>
        <img src={address} alt={t('otc.picture')} className={styles.picture} />
      </button>
      <Sheet title={t('otc.picture')} opened={opened} onClose={() => setOpened(false)} tall>
        <img src={address} alt={t('otc.picture')} className={styles.full} />
      </Sheet>
    </>
  );
}
