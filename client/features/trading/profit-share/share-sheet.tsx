import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { QRCodeCanvas } from 'qrcode.react';
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useIsDemo } from '../../../platform/account-type';
import { directionOf, formatPercent } from '../../../platform/format';
import { useLanguage } from '../../../platform/preferences';
import { Sheet } from '../../../ui/sheet';
import { SwitchList, SwitchRow } from '../../../ui/switch-list';
import { toast } from '../../../ui/toast';
import { pictureOf, poster, savePicture } from '../referral';
import { type CardWords, drawCard } from './draw-card';
import styles from './share-sheet.module.css';

interface Props {
  /** Signed. */
  percent: string;
  /** The time that it is of, in words. */
  days: string;
  opened: boolean;
  onClose: () => void;
}

const CODE_SIDE = 400;

/** A picture of the percentage and its time, drawn here; with the invitation code only where its owner wants that. */
export function ShareSheet({ percent, days, opened, onClose }: Props) {
  const { t } = useTranslation();
  const [withCode, setWithCode] = useState(false);
  return (
    <Sheet title={t('figures.share.title')} opened={opened} onClose={onClose}>
      <div className={styles.body}>
        <Card percent={percent} days={days} withCode={withCode} />
        <SwitchList legend={t('figures.share.title')} help={withCode ? undefined : t('figures.share.says')}>
          <SwitchRow
            label={t('figures.share.code')}
            text={t('figures.share.codeSays')}
            checked={withCode}
            onChange={setWithCode}
          />
        </SwitchList>
      </div>
    </Sheet>
  );
}

function Card({ percent, days, withCode }: { percent: string; days: string; withCode: boolean }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const isDemo = useIsDemo();
  const qrCode = useRef<HTMLCanvasElement>(null);
  const { data: invitation } = useQuery({ ...poster, enabled: withCode });
  const shown = formatPercent(percent, language);
  const code = withCode ? (invitation?.extension_code ?? null) : null;
  // Practice money is never shown as money that was won.
  const time = isDemo ? `${t('demo.title')} · ${days}` : days;
  const words = useMemo<CardWords>(
    () => ({
      product: t('product'),
      title: t('figures.profit.total'),
      percent: shown,
      days: time,
      note: t('figures.share.past'),
      code: code === null ? null : { label: t('figures.share.codeLabel'), text: code },
    }),
    [t, shown, time, code],
  );
  const { picture, address, failed } = useDrawn(words, colourOf(percent), qrCode);
  const save = async () => {
    try {
      if (!picture) throw new Error('There is no picture.');
      if (await savePicture(picture, 'result.png')) toast(t('figures.share.saved'));
    } catch {
      toast(t('figures.share.failed'));
    }
  };
  return (
    <>
      {withCode && invitation && (
        <span hidden>
          <QRCodeCanvas ref={qrCode} value={invitation.share_link} size={CODE_SIDE} marginSize={0} level="M" />
        </span>
      )}
      {failed && <p role="alert">{t('figures.share.failed')}</p>}
      {address !== '' && (
        <img className={styles.card} src={address} alt={t('figures.share.alt', { percent: shown, days: time })} />
      )}
      <Button
        className={styles.save ?? ''}
        size="lg"
        disabled={!picture}
        leftSection={<IconDownload size={20} aria-hidden />}
        onClick={() => void save()}
      >
        {t('figures.share.save')}
      </Button>
    </>
  );
}

/** The reader's own colours of gain and loss. */
function colourOf(percent: string): string {
  const style = getComputedStyle(document.documentElement);
  const token = { up: '--gain', down: '--loss', even: '--text' }[directionOf(percent)];
  return style.getPropertyValue(token).trim() || '#e8eef2';
}

/** The picture of the words, drawn again when they change. */
function useDrawn(words: CardWords, colour: string, code: RefObject<HTMLCanvasElement | null>) {
  const [picture, setPicture] = useState<Blob | null>(null);
  const [address, setAddress] = useState('');
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    let made = '';
    let isGone = false;
    const make = async () => {
      const canvas = document.createElement('canvas');
      drawCard(canvas, words, { qrCode: code.current, colour });
      const blob = await pictureOf(canvas);
      if (isGone) return;
      made = URL.createObjectURL(blob);
      setPicture(blob);
      setAddress(made);
      setFailed(false);
    };
    make().catch(() => {
      if (!isGone) setFailed(true);
    });
    return () => {
      isGone = true;
      if (made !== '') URL.revokeObjectURL(made);
    };
  }, [words, colour, code]);
  return { picture, address, failed };
}
