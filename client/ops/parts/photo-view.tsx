import { Button } from '@mantine/core';
import {
  IconArrowsMaximize,
  IconMinus,
  IconPlus,
  IconRotateClockwise,
  IconX,
  IconZoomReset,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CallFailed } from '../../platform/api';
import { failureWords } from '../../platform/failure-words';
import { deskPhoto } from '../frame/desk-call';
import { Problem } from './desk-form';

interface Props {
  path: string;
  /** Of the case that it belongs to, where another picture may come under the same path. */
  version?: number;
  /** What is on it. */
  label: string;
  /** Loads at once; otherwise when asked, because every look is written down. */
  auto: boolean;
}

/** A picture of a user, to be looked at closely. */
export function PhotoView({ path, version, label, auto }: Props) {
  const { t } = useTranslation('desk');
  const { t: words } = useTranslation();
  const [asked, setAsked] = useState(auto);
  const { data, error, refetch } = useQuery({
    queryKey: ['desk-photo', path, version],
    queryFn: ({ signal }) => pictureAt(path, signal),
    enabled: asked || auto,
    staleTime: Infinity,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    meta: { recorded: true },
  });
  if (data !== undefined) return <Picture address={data} label={label} />;
  if (error) {
    return (
      <div className="desk-photo-empty">
        <Problem text={`${t('photo.failed')} ${failureWords(error, words)}`} />
        <Button variant="light" size="sm" onClick={() => void refetch()}>
          {words('common.tryAgain')}
        </Button>
      </div>
    );
  }
  if (asked || auto) return <div className="desk-photo-empty" aria-busy="true" aria-label={t('common.loading')} />;
  return (
    <div className="desk-photo-empty">
      <Button variant="light" size="sm" aria-label={`${t('photo.show')}: ${label}`} onClick={() => setAsked(true)}>
        {t('photo.show')}
      </Button>
      <p>{t('photo.showText')}</p>
    </div>
  );
}

/** The picture as an address that the page can draw, and that is gone with it. */
async function pictureAt(path: string, signal: AbortSignal): Promise<string> {
  const blob = await deskPhoto(path, signal);
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(reader.result as string));
    reader.addEventListener('error', () => reject(new CallFailed('unreachable', '')));
    reader.readAsDataURL(blob);
  });
}

const STEP = 1.5;
const LARGEST = 8;

function Picture({ address, label }: { address: string; label: string }) {
  const { t } = useTranslation('desk');
  const large = useRef<HTMLDialogElement>(null);
  return (
    <>
      <Zoomed
        address={address}
        label={label}
        action={{
          words: t('photo.enlarge'),
          icon: <IconArrowsMaximize {...ICON} />,
          run: () => large.current?.showModal(),
        }}
      />
      <dialog ref={large} className="desk-large" aria-label={label}>
        <Zoomed
          address={address}
          label={label}
          action={{ words: t('photo.close'), icon: <IconX {...ICON} />, run: () => large.current?.close() }}
        />
      </dialog>
    </>
  );
}

interface ZoomedProps {
  address: string;
  label: string;
  /** Into the whole screen, or back from it. */
  action: { words: string; icon: ReactNode; run: () => void };
}

const ICON = { size: 18, 'aria-hidden': true };

function Zoomed({ address, label, action }: ZoomedProps) {
  const { t } = useTranslation('desk');
  const [scale, setScale] = useState(1);
  const [turns, setTurns] = useState(0);
  const zoom = (factor: number) => setScale((now) => Math.min(LARGEST, Math.max(1, now * factor)));
  const buttons = [
    { words: t('photo.zoomIn'), icon: <IconPlus {...ICON} />, run: () => zoom(STEP) },
    { words: t('photo.zoomOut'), icon: <IconMinus {...ICON} />, run: () => zoom(1 / STEP) },
    { words: t('photo.turn'), icon: <IconRotateClockwise {...ICON} />, run: () => setTurns((now) => (now + 1) % 4) },
    { words: t('photo.fit'), icon: <IconZoomReset {...ICON} />, run: () => (setScale(1), setTurns(0)) },
    action,
  ];
  return (
    <figure className="desk-photo">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reached by keyboard */}
      <div className="desk-photo-place" role="region" aria-label={label} tabIndex={0}>
        <img src={address} alt={label} data-turns={turns} style={{ width: `${scale * 100}%` }} />
      </div>
      <figcaption className="desk-photo-tools">
        {buttons.map(({ words, icon, run }) => (
          <button key={words} type="button" title={words} aria-label={`${words}: ${label}`} onClick={run}>
            {icon}
          </button>
        ))}
      </figcaption>
    </figure>
  );
}
