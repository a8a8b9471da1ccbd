import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { QRCodeCanvas } from 'qrcode.react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PosterView as Poster } from '../../../../server/contract/trading/referral.dto';
import { failureWords } from '../../../platform/failure-words';
import { useLanguage } from '../../../platform/preferences';
import { ErrorState } from '../../../ui/error-state';
import { Bone } from '../../../ui/skeletons';
import { toast } from '../../../ui/toast';
import { drawPoster } from './draw-poster';
import { poster } from './referral.api';
import styles from './referral.module.css';
import { pictureOf, savePicture } from './save-picture';

const CODE_SIDE = 680;

/** A poster in the reader's language, drawn here: no picture of anybody else's is fetched, and nothing is counted. */
export function PosterView() {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(poster);
  if (error && !data) return <ErrorState text={failureWords(error, t)} onRetry={() => void refetch()} />;
  if (!data) return <Bone width={300} height={480} />;
  return <DrawnPoster link={data} />;
}

function DrawnPoster({ link: { share_link: link, extension_code: code } }: { link: Poster }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const qrCode = useRef<HTMLCanvasElement>(null);
  const [picture, setPicture] = useState<Blob | null>(null);
  const [address, setAddress] = useState('');
  const [isFailed, setFailed] = useState(false);
  useEffect(() => {
    let made = '';
    let isGone = false;
    const draw = async () => {
      if (!qrCode.current) throw new Error('There is no code to draw.');
      const canvas = document.createElement('canvas');
      const words = {
        product: t('product'),
        headline: t('referral.posterHeadline'),
        text: t('referral.posterText'),
        codeLabel: t('referral.posterCode'),
        code,
        scan: t('referral.posterScan'),
      };
      drawPoster(canvas, qrCode.current, words, language);
      const blob = await pictureOf(canvas);
      if (isGone) return;
      made = URL.createObjectURL(blob);
      setPicture(blob);
      setAddress(made);
      setFailed(false);
    };
    draw().catch(() => {
      if (!isGone) setFailed(true);
    });
    return () => {
      isGone = true;
      if (made !== '') URL.revokeObjectURL(made);
    };
  }, [t, language, code]);
  const save = async () => {
    try {
      if (!picture) throw new Error('There is no picture.');
      if (await savePicture(picture, `invitation-${code}.png`)) toast(t('referral.saved'));
    } catch {
      toast(t('referral.saveFailed'));
    }
  };
  return (
    <div className={styles.posterPage}>
      <span hidden>
        <QRCodeCanvas ref={qrCode} value={link} size={CODE_SIDE} marginSize={0} level="M" />
      </span>
      {isFailed ? (
        <p role="alert" className={styles.text}>
          {t('referral.posterFailed')}
        </p>
      ) : address === '' ? (
        <Bone width={300} height={480} />
      ) : (
        <img className={styles.poster} src={address} alt={t('referral.posterAlt', { code })} />
      )}
      <Button
        size="lg"
        fullWidth
        leftSection={<IconDownload size={20} stroke={1.6} aria-hidden />}
        onClick={() => void save()}
      >
        {t('referral.save')}
      </Button>
    </div>
  );
}
